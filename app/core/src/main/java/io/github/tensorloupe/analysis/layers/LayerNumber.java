package io.github.tensorloupe.analysis.layers;

import module java.base;

/// A number in a tensor's name that may be that of its layer.
///
/// @param begin where it begins in the name
/// @param end where it ends
/// @param value from 0 to [LayerRole#MAX_LAYER]
record LayerNumber(int begin, int end, int value) {

  /// No more candidates of a name are looked at.
  static final int MAX_CANDIDATES = 4;

  private static final String AT_DIGIT = "(?=\\d)";
  private static final Pattern AFTER_LAYER_WORD =
      Pattern.compile(AT_DIGIT + "(?<=(?:^|[._])h[._]|(?i:layers?|blocks?)[._])\\d{1,6}(?![^._])");
  private static final Pattern BETWEEN_DOTS =
      Pattern.compile(AT_DIGIT + "(?<![^.])\\d{1,6}(?![^.])");

  /// The numbers of a name that may be that of its layer, in their order, at most
  /// [#MAX_CANDIDATES].
  ///
  /// Words and numbers of a name stand between dots or underscores. A number that follows `h` or a
  /// word that ends in `layer`, `layers`, `block` or `blocks` is a candidate. Where there is no
  /// such number, the first one that stands between dots is the only candidate.
  static List<LayerNumber> candidates(String name) {
    List<LayerNumber> found = find(AFTER_LAYER_WORD, name).limit(MAX_CANDIDATES).toList();
    return found.isEmpty() ? find(BETWEEN_DOTS, name).limit(1).toList() : found;
  }

  private static Stream<LayerNumber> find(Pattern pattern, String name) {
    return pattern
        .matcher(name)
        .results()
        .map(found -> new LayerNumber(found.start(), found.end(), Integer.parseInt(found.group())))
        .filter(number -> number.value <= LayerRole.MAX_LAYER);
  }

  /// The role of a tensor of this name whose layer this is.
  LayerRole roleIn(String name) {
    return new LayerRole(
        name.substring(0, Math.max(0, begin - 1)),
        value,
        name.substring(Math.min(name.length(), end + 1)));
  }
}
