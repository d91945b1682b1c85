package io.github.tensorloupe.desktop.theme;

import module java.base;

import io.github.tensorloupe.format.Dtype;

/// The style classes that set the color of each family of dtypes, and the names of group colors.
public final class DtypeStyles {

  /// All style classes that [#styleClass(Dtype)] can return.
  public static final List<String> STYLE_CLASSES =
      Stream.of(Dtype.values()).map(DtypeStyles::styleClass).distinct().toList();

  /// The names of the colors that groups of equal rank get in rotation, as defined in the
  /// stylesheets.
  public static final List<String> GROUPS =
      List.of("group-0", "group-1", "group-2", "group-3", "group-4", "group-5", "group-6");

  private DtypeStyles() {}

  /// Returns the style class of a dtype, which sets text fill and background in `base.css`.
  public static String styleClass(Dtype dtype) {
    return switch (dtype) {
      case F64 -> "dtype-f64";
      case F32 -> "dtype-f32";
      case F16 -> "dtype-f16";
      case BF16 -> "dtype-bf16";
      case F8_E5M2, F8_E4M3, F8_E8M0, F8_E4M3FNUZ, F8_E5M2FNUZ -> "dtype-f8";
      case F4, F6_E2M3, F6_E3M2 -> "dtype-small";
      case I8, I16, I32, I64 -> "dtype-signed";
      case U8, U16, U32, U64 -> "dtype-unsigned";
      case BOOL -> "dtype-bool";
      case C64 -> "dtype-complex";
    };
  }

  /// Returns the name of a group's color.
  ///
  /// @param rank from 0
  public static String group(int rank) {
    return GROUPS.get(rank % GROUPS.size());
  }
}
