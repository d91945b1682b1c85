package io.github.tensorloupe.format;

/// The place of one entry of the metadata in the text of a header. All are indexes in the header.
///
/// @param key the key, its escapes resolved
/// @param leadBegin behind the brace or comma before it, where white space may begin
/// @param keyBegin its opening quote
/// @param keyEnd behind the closing quote of the key
/// @param valueBegin the opening quote of the value
/// @param valueEnd behind the closing quote of the value
/// @param trailEnd the comma behind it; of the last entry `valueEnd`
record MetadataMember(
    String key,
    int leadBegin,
    int keyBegin,
    int keyEnd,
    int valueBegin,
    int valueEnd,
    int trailEnd) {}
