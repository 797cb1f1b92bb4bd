// Two values and a distance: bytes, text, order, successor and advance, against 128-bit arithmetic.
#include "../../src/core/base32.hpp"
#include "../../src/core/generator.hpp"
#include "../../src/core/text.hpp"
#include "../unit/naive.hpp"
#include "fuzz.hpp"

namespace {

Value number(const Bytes &bytes) {
    Value value = 0;
    for (const unsigned char byte : bytes) value = value * 256 + byte;
    return value;
}

Value number(ulid::Ulid value) { return number(to_bytes(value)); }

void check_text(ulid::Ulid value, const Bytes &bytes) {
    char text[ulid::base32::text_length + 1];
    text[ulid::base32::text_length] = '!';
    ulid::base32::encode(value, text);
    EXPECT(text[ulid::base32::text_length] == '!');
    EXPECT(std::string(text, ulid::base32::text_length) == naive_encode(bytes));

    const ulid::Result<ulid::Ulid> decoded = ulid::text::decode(text, ulid::base32::text_length);
    EXPECT(decoded.error == ulid::Error::none);
    EXPECT(decoded.value == value);

    char uuid[37];
    for (std::size_t i = 0, at = 0; i < bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) uuid[at++] = '-';
        at += static_cast<std::size_t>(std::snprintf(uuid + at, 3, i % 2 ? "%02x" : "%02X", bytes[i]));
    }
    const ulid::Result<ulid::Ulid> from_uuid = ulid::text::decode(uuid, 36);
    EXPECT(from_uuid.error == ulid::Error::none);
    EXPECT(from_uuid.value == value);
}

void check_parts(ulid::Ulid value, Value wide) {
    EXPECT(value.milliseconds() == static_cast<std::uint64_t>(wide >> 80));
    EXPECT(value.randomness().high == static_cast<std::uint16_t>(wide >> 64));
    EXPECT(value.randomness().low == static_cast<std::uint64_t>(wide));
    EXPECT(ulid::make_ulid(value.milliseconds(), value.randomness()) == value);
    EXPECT(number(ulid::successor(value)) == wide + 1);
}

void check_order(ulid::Ulid a, ulid::Ulid b, const Bytes &bytes_a, const Bytes &bytes_b) {
    const int order = std::memcmp(bytes_a.data(), bytes_b.data(), bytes_a.size());
    EXPECT(ulid::compare(a, b) == (order > 0) - (order < 0));
    EXPECT((a < b) == (order < 0));
    EXPECT((a <= b) == (order <= 0));
    EXPECT((a == b) == (order == 0));
    EXPECT((a != b) == (order != 0));
    EXPECT((a >= b) == (order >= 0));
    EXPECT((a > b) == (order > 0));
}

void check_advance(ulid::Ulid value, Value wide, std::uint64_t distance) {
    const ulid::Result<ulid::Ulid> next = ulid::advance(value, distance);
    const Value expected = wide + distance;
    const bool fits = expected >= wide && expected >> 80 == wide >> 80;
    EXPECT((next.error == ulid::Error::none) == fits);
    EXPECT(fits ? number(next.value) == expected : next.error == ulid::Error::exhausted);
}

// The tables are made at compile time; made again here, where coverage sees it, they are the same.
void check_tables() {
    ulid::base32::DigitValues (*volatile make_values)() = ulid::base32::make_digit_values;
    ulid::base32::DigitPairs (*volatile make_pairs)() = ulid::base32::make_digit_pairs;
    static const ulid::base32::DigitValues values = make_values();
    static const ulid::base32::DigitPairs pairs = make_pairs();
    static const bool same = std::memcmp(&values, &ulid::base32::digit_values, sizeof values) == 0 &&
                             std::memcmp(&pairs, &ulid::base32::digit_pairs, sizeof pairs) == 0;
    EXPECT(same);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    Input input(data, size);
    const auto bytes_a = input.take<Bytes>();
    const auto bytes_b = input.take<Bytes>();
    const auto distance = input.take<std::uint64_t>();

    unsigned char unaligned[1 + 16];
    std::memcpy(unaligned + 1, bytes_a.data(), bytes_a.size());
    const ulid::Ulid a = ulid::load(unaligned + 1);
    const ulid::Ulid b = ulid::load(bytes_b.data());
    EXPECT(to_bytes(a) == bytes_a);

    check_tables();
    check_text(a, bytes_a);
    check_parts(a, number(bytes_a));
    check_order(a, b, bytes_a, bytes_b);
    check_order(a, a, bytes_a, bytes_a);
    check_advance(a, number(bytes_a), distance);
    check_advance(a, number(bytes_a), distance % 4);
    return 0;
}
