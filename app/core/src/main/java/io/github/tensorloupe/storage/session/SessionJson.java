package io.github.tensorloupe.storage.session;

import module java.base;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Puts a session into JSON, as [SessionReader] reads it.
final class SessionJson {

  static final String USUAL = "usual";
  static final String WINDOWS = "windows";
  static final String CLOSED = "closed";
  static final String BEGINNINGS = "beginnings";

  private SessionJson() {}

  /// Replaces the members that are known; all others stay.
  static void write(Session session, ObjectNode members) {
    write(session.usual(), members.putObject(USUAL));
    ArrayNode windows = members.putArray(WINDOWS);
    session.windows().forEach(window -> write(window, windows.addObject()));
    ArrayNode closed = members.putArray(CLOSED);
    session.closed().forEach(document -> write(document, closed.addObject()));
    members.put(BEGINNINGS, session.beginnings());
  }

  private static void write(RememberedWindow window, ObjectNode members) {
    window.place().ifPresent(place -> write(place, members.putObject("place")));
    write(window.arrangement(), members.putObject("arrangement"));
    window.document().ifPresent(document -> write(document, members.putObject("document")));
  }

  private static void write(WindowPlace place, ObjectNode members) {
    members
        .put("x", place.x())
        .put("y", place.y())
        .put("width", place.width())
        .put("height", place.height())
        .put("maximized", place.maximized())
        .put("fullScreen", place.fullScreen());
  }

  private static void write(Arrangement arrangement, ObjectNode members) {
    arrangement.treeWidth().ifPresent(width -> members.put("treeWidth", width));
    arrangement.panesShare().ifPresent(share -> members.put("panesShare", share));
    arrangement.metadataShare().ifPresent(share -> members.put("metadataShare", share));
    members.put("bytesShown", arrangement.bytesShown());
    members.put("fileMapShown", arrangement.fileMapShown());
    arrangement.librarySort().ifPresent(sort -> members.put("librarySort", sort));
    ObjectNode tables = members.putObject("tables");
    new TreeMap<>(arrangement.tables()).forEach((id, table) -> write(table, tables.putObject(id)));
  }

  private static void write(TableLayout table, ObjectNode members) {
    ArrayNode columns = members.putArray("columns");
    for (TableLayout.Column column : table.columns()) {
      columns
          .addObject()
          .put("id", column.id())
          .put("width", column.width())
          .put("visible", column.visible());
    }
    table
        .sort()
        .ifPresent(
            sort ->
                members
                    .putObject("sort")
                    .put("column", sort.column())
                    .put("ascending", sort.ascending()));
  }

  private static void write(RememberedDocument document, ObjectNode members) {
    members.put("path", document.path().toString());
    document.place().ifPresent(place -> write(place, members.putObject("at")));
    document
        .openGroups()
        .ifPresent(
            groups -> {
              ArrayNode all = members.putArray("openGroups");
              groups.forEach(labels -> write(labels, all.addArray()));
            });
  }

  private static void write(RememberedPlace place, ObjectNode members) {
    members.put("file", place.file().toString());
    members.put("byteOffset", place.byteOffset());
    members.put("pane", place.pane());
    place.group().ifPresent(labels -> write(labels, members.putArray("group")));
    place
        .tensor()
        .ifPresent(
            tensor ->
                members
                    .putObject("tensor")
                    .put("file", tensor.file().toString())
                    .put("name", tensor.name())
                    .put("index", tensor.index())
                    .put("begin", tensor.begin()));
  }

  private static void write(List<String> labels, ArrayNode array) {
    labels.forEach(array::add);
  }
}
