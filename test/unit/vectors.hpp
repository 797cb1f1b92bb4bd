// The tables of test/vectors, read by the tests that use them.
#pragma once

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

// The rows of a tab-separated file without its first line, each with `columns` fields.
inline std::vector<std::vector<std::string>> read_vectors(const std::string &name, std::size_t columns) {
    std::ifstream file(std::string(VECTORS) + "/" + name);
    if (!file) throw std::runtime_error("cannot read " + name);
    std::vector<std::vector<std::string>> rows;
    std::string line;
    for (std::getline(file, line); std::getline(file, line);) {
        std::vector<std::string> fields;
        std::size_t from = 0;
        for (std::size_t tab = line.find('\t'); tab != std::string::npos; tab = line.find('\t', from)) {
            fields.push_back(line.substr(from, tab - from));
            from = tab + 1;
        }
        fields.push_back(line.substr(from));
        if (fields.size() != columns) throw std::runtime_error(name + ": bad row: " + line);
        rows.push_back(fields);
    }
    return rows;
}

inline std::string hex(const unsigned char *bytes, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += "0123456789abcdef"[bytes[i] >> 4];
        text += "0123456789abcdef"[bytes[i] & 15];
    }
    return text;
}

inline std::string unhex(const std::string &text) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        bytes += static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16));
    return bytes;
}
