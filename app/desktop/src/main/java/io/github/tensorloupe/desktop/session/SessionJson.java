package io.github.tensorloupe.desktop.session;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.desktop.session.RememberedComparison.ByHand;
import io.github.tensorloupe.model.PathText;

/// Converts a session to and from JSON. A member with an invalid value counts as missing and does
/// not affect the others; data binding would reject the whole session.
final class SessionJson {

  private static final double MAX_PIXELS = 100_000;
  private static final String DEFAULT = "usual";
  private static final String WINDOWS = "windows";
  private static final String CLOSED = "closed";
  private static final String BEGINNINGS = "beginnings";

  private SessionJson() {}

  /// Replaces the known members and preserves all others.
  static void write(Session session, ObjectNode members) {
    write(session.defaultWindow(), members.putObject(DEFAULT));
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
    window
        .tab()
        .ifPresent(
            tab ->
                members
                    .putObject("tab")
                    .put("window", tab.window())
                    .put("position", tab.position()));
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
    ObjectNode bytes = members.putObject("bytes");
    new TreeMap<>(arrangement.bytesShown()).forEach(bytes::put);
    members.put("fileMapShown", arrangement.fileMapShown());
    arrangement.librarySort().ifPresent(sort -> members.put("librarySort", sort));
    arrangement.sidePanes().forEach(members.putArray("beside")::add);
    ObjectNode tables = members.putObject("tables");
    new TreeMap<>(arrangement.tables()).forEach((id, table) -> write(table, tables.putObject(id)));
  }

  private static void write(TableLayout table, ObjectNode members) {
    ArrayNode columns = members.putArray("columns");
    for (TableLayout.Column column : table.columns()) {
      ObjectNode each = columns.addObject().put("id", column.id());
      each.put("width", column.width()).put("visible", column.visible());
    }
    if (table.sort().isPresent()) {
      TableLayout.Sort sort = table.sort().get();
      members.putObject("sort").put("column", sort.column()).put("ascending", sort.ascending());
    }
  }

  private static void write(RememberedDocument document, ObjectNode members) {
    members.put("path", document.path().toString());
    document.comparison().ifPresent(comparison -> write(comparison, members));
    document.place().ifPresent(place -> write(place, members.putObject("at")));
    if (document.openGroups().isPresent()) {
      ArrayNode all = members.putArray("openGroups");
      document.openGroups().get().forEach(labels -> labels.forEach(all.addArray()::add));
    }
  }

  private static void write(RememberedComparison comparison, ObjectNode members) {
    members.put("comparedWith", comparison.with().toString());
    comparison.sides().ifPresent(sides -> members.put("sides", sides));
    ArrayNode all = members.putArray("byHand");
    for (ByHand each : comparison.byHand()) {
      ArrayNode names = all.addArray().add(each.a()).add(each.b());
      if (!each.isPair()) {
        names.add("apart");
      }
    }
  }

  private static Optional<RememberedComparison> comparison(JsonNode node) {
    List<ByHand> byHand =
        all(node.path("byHand"), SessionJson::labels).stream()
            .filter(names -> names.size() > 1)
            .map(names -> new ByHand(names.get(0), names.get(1), names.size() == 2))
            .toList();
    return path(node.path("comparedWith"))
        .filter(Path::isAbsolute)
        .map(with -> new RememberedComparison(with, text(node.path("sides")), byHand));
  }

  private static void write(RememberedPlace place, ObjectNode members) {
    members.put("file", place.file().toString()).put("byteOffset", place.byteOffset());
    members.put("pane", place.pane());
    place.group().ifPresent(labels -> labels.forEach(members.putArray("group")::add));
    if (place.tensor().isPresent()) {
      RememberedPlace.Tensor tensor = place.tensor().get();
      ObjectNode node = members.putObject("tensor").put("file", tensor.file().toString());
      node.put("name", tensor.name()).put("index", tensor.index()).put("begin", tensor.begin());
    }
  }

  static Session read(JsonNode members) {
    return new Session(
        window(members.path(DEFAULT))
            .map(RememberedWindow::withoutDocument)
            .orElse(RememberedWindow.DEFAULT),
        all(members.path(WINDOWS), SessionJson::window),
        all(members.path(CLOSED), SessionJson::document),
        Math.max(0, members.path(BEGINNINGS).asInt(0)));
  }

  private static Optional<RememberedWindow> window(JsonNode node) {
    return node.isObject()
        ? Optional.of(
            new RememberedWindow(
                place(node.path("place")),
                arrangement(node.path("arrangement")),
                document(node.path("document")),
                tab(node.path("tab"))))
        : Optional.empty();
  }

  private static Optional<RememberedWindow.Tab> tab(JsonNode node) {
    int window = node.path("window").asInt(-1);
    int position = node.path("position").asInt(-1);
    return window < 0 || position < 0
        ? Optional.empty()
        : Optional.of(new RememberedWindow.Tab(window, position));
  }

  private static Optional<WindowPlace> place(JsonNode node) {
    Optional<Double> x = number(node.path("x"), -MAX_PIXELS, MAX_PIXELS);
    Optional<Double> y = number(node.path("y"), -MAX_PIXELS, MAX_PIXELS);
    Optional<Double> width = number(node.path("width"), 1, MAX_PIXELS);
    Optional<Double> height = number(node.path("height"), 1, MAX_PIXELS);
    boolean maximized = node.path("maximized").asBoolean(false);
    boolean fullScreen = node.path("fullScreen").asBoolean(false);
    return Stream.of(x, y, width, height).allMatch(Optional::isPresent)
        ? Optional.of(
            new WindowPlace(x.get(), y.get(), width.get(), height.get(), maximized, fullScreen))
        : Optional.empty();
  }

  private static Arrangement arrangement(JsonNode node) {
    Map<String, TableLayout> tables = new HashMap<>();
    node.path("tables")
        .properties()
        .forEach(member -> tables.put(member.getKey(), table(member.getValue())));
    return new Arrangement(
        number(node.path("treeWidth"), 1, MAX_PIXELS),
        number(node.path("panesShare"), 0, 1),
        number(node.path("metadataShare"), 0, 1),
        bytesShown(node),
        node.path("fileMapShown").asBoolean(true),
        tables,
        text(node.path("librarySort")),
        all(node.path("beside"), SessionJson::text));
  }

  private static Map<String, Boolean> bytesShown(JsonNode node) {
    Map<String, Boolean> shown = new HashMap<>();
    // Earlier versions stored one choice for all panes, usually the default value true.
    if (!node.path("bytesShown").asBoolean(true)) {
      shown.put(Arrangement.OTHER_PANES, false);
    }
    node.path("bytes").properties().stream()
        .filter(member -> member.getValue().isBoolean())
        .forEach(member -> shown.put(member.getKey(), member.getValue().asBoolean()));
    return shown;
  }

  private static TableLayout table(JsonNode node) {
    JsonNode sort = node.path("sort");
    return new TableLayout(
        all(node.path("columns"), SessionJson::column),
        text(sort.path("column"))
            .map(column -> new TableLayout.Sort(column, sort.path("ascending").asBoolean(true))));
  }

  private static Optional<TableLayout.Column> column(JsonNode node) {
    Optional<Double> width = number(node.path("width"), 1, MAX_PIXELS);
    return text(node.path("id"))
        .filter(_ -> width.isPresent())
        .map(id -> new TableLayout.Column(id, width.get(), node.path("visible").asBoolean(true)));
  }

  private static Optional<RememberedDocument> document(JsonNode node) {
    Optional<Path> path = path(node.path("path")).filter(Path::isAbsolute);
    Optional<List<List<String>>> openGroups =
        Optional.of(node.path("openGroups"))
            .filter(JsonNode::isArray)
            .map(groups -> all(groups, SessionJson::labels));
    return path.map(
        found ->
            new RememberedDocument(found, placeIn(node.path("at")), openGroups, comparison(node)));
  }

  private static Optional<RememberedPlace> placeIn(JsonNode node) {
    Optional<Path> file = path(node.path("file"));
    if (file.isEmpty()) {
      return Optional.empty();
    }
    JsonNode offset = node.path("byteOffset");
    boolean isOffset = offset.isIntegralNumber() && offset.canConvertToLong();
    return Optional.of(
        new RememberedPlace(
            file.get(),
            isOffset ? Math.max(0, offset.longValue()) : 0,
            tensor(node.path("tensor")),
            labels(node.path("group")),
            text(node.path("pane")).orElse("")));
  }

  private static Optional<RememberedPlace.Tensor> tensor(JsonNode node) {
    Optional<Path> file = path(node.path("file"));
    Optional<String> name = text(node.path("name"));
    int index = node.path("index").asInt(-1);
    long begin = node.path("begin").asLong(0);
    return file.isEmpty()
        ? Optional.empty()
        : name.map(named -> new RememberedPlace.Tensor(file.get(), named, index, begin));
  }

  /// Returns empty if an element is not a string.
  private static Optional<List<String>> labels(JsonNode node) {
    List<String> labels = all(node, SessionJson::text);
    return node.isArray() && !labels.isEmpty() && labels.size() == node.size()
        ? Optional.of(labels)
        : Optional.empty();
  }

  private static <T> List<T> all(JsonNode array, Function<JsonNode, Optional<T>> reading) {
    List<T> all = new ArrayList<>();
    if (array.isArray()) {
      array.forEach(each -> reading.apply(each).ifPresent(all::add));
    }
    return all;
  }

  private static Optional<Double> number(JsonNode node, double min, double max) {
    return Optional.of(node)
        .filter(JsonNode::isNumber)
        .map(JsonNode::doubleValue)
        .filter(value -> value >= min && value <= max);
  }

  private static Optional<String> text(JsonNode node) {
    return Optional.ofNullable(node.textValue());
  }

  private static Optional<Path> path(JsonNode node) {
    return text(node).flatMap(PathText::path);
  }
}
