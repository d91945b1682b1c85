package io.github.tensorloupe.desktop.control.layermap;

import module java.base;

/// Adjacent columns whose names differ only in the last part, such as the factors of a module.
///
/// @param begin index of the first column
/// @param end index after the last column
record ColumnGroup(String name, int begin, int end) {

  static List<ColumnGroup> of(List<String> names) {
    List<ColumnGroup> groups = new ArrayList<>();
    for (int column = 0; column < names.size(); column++) {
      String columnName = names.get(column);
      int dot = columnName.lastIndexOf('.');
      String name = dot < 0 ? columnName : columnName.substring(0, dot);
      boolean isSame = !groups.isEmpty() && groups.getLast().name.equals(name);
      int begin = isSame ? groups.removeLast().begin : column;
      groups.add(new ColumnGroup(name, begin, column + 1));
    }
    return groups;
  }
}
