// The value: layout, order, successor.
#include "../../src/core/ulid.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "naive.hpp"

using ulid::Ulid;

TEST(Ulid, IsTriviallyCopyable) {
    EXPECT_TRUE(std::is_trivially_copyable_v<Ulid>);
    EXPECT_TRUE(std::is_trivially_destructible_v<ulid::Result<Ulid>>);
}

TEST(Ulid, IsStoredMostSignificantByteFirst) {
    const Bytes bytes = to_bytes({0x0011223344556677, 0x8899AABBCCDDEEFF});
    for (std::size_t i = 0; i < bytes.size(); ++i) EXPECT_EQ(bytes[i], i * 0x11);
}

TEST(Ulid, LoadsAtAnyAlignment) {
    unsigned char room[32] = {};
    for (std::size_t offset = 0; offset < 16; ++offset) {
        ulid::store({1, 2}, room + offset);
        EXPECT_EQ(ulid::load(room + offset), (Ulid{1, 2}));
    }
}

TEST(Ulid, PartsAreTimestampAndRandomness) {
    const Ulid value = ulid::make_ulid(0xFFFFFFFFFFFF, {0x1234, 0x56789ABCDEF01234});
    EXPECT_EQ(value.high, 0xFFFFFFFFFFFF1234U);
    EXPECT_EQ(value.low, 0x56789ABCDEF01234U);
    EXPECT_EQ(value.milliseconds(), 0xFFFFFFFFFFFFU);
    EXPECT_EQ(value.randomness().high, 0x1234U);
    EXPECT_EQ(value.randomness().low, 0x56789ABCDEF01234U);
}

// Every operator against the order of the bytes, over neighbours that differ in one word or one bit.
TEST(Ulid, OrderIsThatOfTheBytes) {
    std::vector<Ulid> values{ulid::min_ulid, ulid::max_ulid, {0, UINT64_MAX}, {1, 0}, {UINT64_MAX, 0}};
    for (unsigned bit = 0; bit < 64; ++bit) {
        values.push_back({std::uint64_t{1} << bit, 0});
        values.push_back({0, std::uint64_t{1} << bit});
    }
    Values random;
    for (int i = 0; i < 100; ++i) values.push_back(random.next());

    for (const Ulid a : values) {
        for (const Ulid b : values) {
            const Bytes x = to_bytes(a), y = to_bytes(b);
            EXPECT_EQ(a < b, x < y);
            EXPECT_EQ(a <= b, x <= y);
            EXPECT_EQ(a == b, x == y);
            EXPECT_EQ(a != b, x != y);
            EXPECT_EQ(a >= b, x >= y);
            EXPECT_EQ(a > b, x > y);
            EXPECT_EQ(ulid::compare(a, b), x < y ? -1 : x > y);
        }
    }
}

TEST(Ulid, SuccessorCarriesIntoTheHighWord) {
    EXPECT_EQ(ulid::successor({7, 41}), (Ulid{7, 42}));
    EXPECT_EQ(ulid::successor({7, UINT64_MAX}), (Ulid{8, 0}));
    EXPECT_EQ(ulid::successor(ulid::max_ulid), ulid::min_ulid);
}
