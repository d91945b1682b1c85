package io.github.tensorloupe.analysis.layers;

import module java.base;

/// A number in a tensor's name that may be that of its layer.
///
/// @param value from 0 to [LayerRole#MAX_LAYER]
record LayerNumber(int begin, int end, int value) {

  /// No more candidates of a name are looked at.
  private static final int MAX_CANDIDATES = 4;

  /// A number behind `h` or a word that ends in `layer`, `layers`, `block` or `blocks`; words and
  /// numbers stand between dots or underscores.
  private static final Pattern BEHIND_WORD =
      Pattern.compile(
          "[._](?=[0-9])(?<=(?:(?<![^._])h|(?i:layers?|blocks?))[._])([0-9]{1,6})(?![^._])");

  /// A number behind a word that ends in `expert` or `experts`.
  private static final Pattern BEHIND_EXPERT =
      Pattern.compile("[._](?=[0-9])(?<=(?i:experts?)[._])([0-9]{1,6})(?![^._])");

  private static final Pattern BETWEEN_DOTS = Pattern.compile("(?<![^.])([0-9]{1,6})(?![^.])");

  /// The numbers of a name that may be that of its layer, in their order, at most
  /// [#MAX_CANDIDATES]: those behind a word for layers or, without one, the first one that stands
  /// between dots.
  static List<LayerNumber> candidates(String name) {
    List<LayerNumber> found = found(BEHIND_WORD, name, MAX_CANDIDATES);
    return found.isEmpty() ? found(BETWEEN_DOTS, name, 1) : found;
  }

  /// The number of the expert in the name or role of a tensor of a mixture of experts: of
  /// `mlp.experts.17.w1.weight` the 17.
  static Optional<LayerNumber> expert(String name) {
    return found(BEHIND_EXPERT, name, 1).stream().findFirst();
  }

  private static List<LayerNumber> found(Pattern pattern, String name, int most) {
    List<LayerNumber> found = new ArrayList<>(1);
    Matcher matcher = pattern.matcher(name);
    while (found.size() < most && matcher.find()) {
      int value = Integer.parseInt(matcher.group(1));
      if (value <= LayerRole.MAX_LAYER) {
        found.add(new LayerNumber(matcher.start(1), matcher.end(1), value));
      }
    }
    return found;
  }

  /// The role of a tensor of this name whose layer this is.
  LayerRole roleIn(String name) {
    return new LayerRole(
        name.substring(0, Math.max(0, begin - 1)),
        value,
        name.substring(Math.min(name.length(), end + 1)));
  }
}
