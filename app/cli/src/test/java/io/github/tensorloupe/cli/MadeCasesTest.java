package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.AdapterModule;
import io.github.tensorloupe.adapter.LowRankFactors;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.SharedFolder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Conversions, compared with the results of the libraries that convert such files.
class MadeCasesTest {

  @TempDir private Path out;

  static Stream<Named<JsonNode>> cases() throws IOException {
    JsonNode all = new ObjectMapper().readTree(SharedFolder.file("convert/made.json").toFile());
    return StreamSupport.stream(all.get("cases").spliterator(), false)
        .map(each -> Named.of(each.get("case").asText(), each));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void filesAreThoseOfOtherConverters(JsonNode expected) throws IOException {
    Path folder = SharedFolder.file("convert/made.json").getParent();
    prepare(expected, folder);
    List<String> arguments = new ArrayList<>(List.of("convert", "--json"));
    for (JsonNode argument : expected.get("args")) {
      arguments.add(argument.asText().replace("{out}", out.toString()).replace("{}/", ""));
    }

    Ran ran = Ran.in(folder, arguments.toArray(String[]::new));

    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(expected.get("exit").asInt());
    if (expected.path("usage").asBoolean()) {
      assertThat(ran.out()).isEmpty();
    } else {
      requireSummary(expected, ran);
    }
    JsonNode files = expected.path("files");
    Set<String> names = new TreeSet<>();
    files.fieldNames().forEachRemaining(names::add);
    try (Stream<Path> written = Files.list(out)) {
      assertThat(written.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(names);
    }
    List<String> problems = new ArrayList<>();
    for (var file : files.properties()) {
      requireFile(file.getKey(), file.getValue(), ran, problems);
    }
    assertThat(problems).isEmpty();
  }

  private void prepare(JsonNode expected, Path folder) throws IOException {
    for (var each : expected.path("before").properties()) {
      Files.writeString(out.resolve(each.getKey()), each.getValue().asText());
    }
    for (var each : expected.path("copy").properties()) {
      Files.copy(folder.resolve(each.getValue().asText()), out.resolve(each.getKey()));
    }
    for (var each : expected.path("link").properties()) {
      Files.createSymbolicLink(out.resolve(each.getKey()), Path.of(each.getValue().asText()));
    }
  }

  private static void requireSummary(JsonNode expected, Ran ran) {
    List<JsonNode> objects = ran.objects();
    JsonNode summary = objects.getLast();
    if (expected.has("reason")) {
      assertThat(objects).hasSize(1);
      assertThat(summary.get("reason")).isEqualTo(expected.get("reason"));
    }
    requireMembers(expected.path("summary"), summary);
    requireMembers(expected.path("plan"), objects.getFirst());
  }

  private static void requireMembers(JsonNode wanted, JsonNode found) {
    for (var member : wanted.properties()) {
      assertThat(found.get(member.getKey()).toString())
          .as(member.getKey())
          .isEqualTo(member.getValue().toString());
    }
  }

  private void requireFile(String name, JsonNode expected, Ran ran, List<String> problems)
      throws IOException {
    Path file = out.resolve(name);
    if (expected.has("raw")) {
      assertThat(Files.readString(file)).isEqualTo(expected.get("raw").asText());
      return;
    }
    if (expected.has("lora")) {
      requireAdapter(file, expected, problems);
      return;
    }
    if (expected.has("index")) {
      assertThat(new ObjectMapper().readTree(file.toFile())).isEqualTo(expected.get("index"));
      return;
    }
    JsonNode info = Ran.in(out, "info", "--json", name).objects().getFirst();
    assertThat(info.get("verdict").asText()).isEqualTo("ok");
    byte[] bytes = Files.readAllBytes(file);
    int dataBegin = 8 + info.get("headerLength").asInt();
    if (expected.has("align")) {
      assertThat(dataBegin % expected.get("align").asInt()).isZero();
    }
    JsonNode metadata = expected.path("metadata");
    if (metadata.isObject() && !(metadata.isEmpty() && info.get("metadata").isNull())) {
      assertThat(info.get("metadata")).isEqualTo(metadata);
    }
    assertThat(names(info.get("tensors")))
        .containsExactlyInAnyOrderElementsOf(names(expected.get("tensors")));
    for (JsonNode tensor : expected.get("tensors")) {
      JsonNode found = named(tensor.get("name").asText(), info.get("tensors"));
      byte[] data =
          Arrays.copyOfRange(
              bytes, dataBegin + found.get("begin").asInt(), dataBegin + found.get("end").asInt());
      if (!found.get("dtype").equals(tensor.get("dtype"))
          || !found.get("shape").equals(tensor.get("shape"))) {
        problems.add("%s, not %s".formatted(found, tensor));
      }
      if (tensor.has("values")) {
        requireValues(tensor, found, data, problems);
      }
      if (tensor.has("sha256") && !sha256(data).equals(tensor.get("sha256").asText())) {
        problems.add(tensor.get("name") + " has other bytes");
      }
    }
    for (var cast : expected.path("casts").properties()) {
      JsonNode line = named(cast.getKey(), ran.objects());
      if (!line.get("cast").toString().equals(sorted(line.get("cast"), cast.getValue()))) {
        problems.add("%s: %s, not %s".formatted(cast.getKey(), line.get("cast"), cast.getValue()));
      }
    }
  }

  private static void requireAdapter(Path path, JsonNode expected, List<String> problems)
      throws IOException {
    String dialect = expected.get("dialect").asText();
    Map<String, double[]> found = new TreeMap<>();
    Map<String, Integer> ranks = new TreeMap<>();
    try (TensorFile file = TensorFile.open(Adapter.fileAt(path))) {
      Adapter adapter = Adapter.of(file);
      assertThat(adapter.otherTensors()).isEmpty();
      for (AdapterModule module : adapter.modules()) {
        LowRankFactors factors = LowRankFactors.of(module);
        String name = module.name();
        boolean isPeft = name.startsWith("base_model.model.");
        assertThat(isPeft).isEqualTo(dialect.equals("peft"));
        assertThat(name.startsWith("lora_")).isEqualTo(dialect.equals("kohya"));
        String plain = isPeft ? name.substring("base_model.model.".length()) : name;
        ranks.put(plain, module.rank().orElseThrow());
        found.put(plain, product(factors));
      }
    }
    Set<String> names = new TreeSet<>();
    expected.get("lora").fieldNames().forEachRemaining(names::add);
    assertThat(found.keySet()).isEqualTo(names);
    for (var module : expected.get("lora").properties()) {
      double[] exact = exact(module.getValue().get("delta").asText());
      double[] delta = found.get(module.getKey());
      double difference = 0;
      double all = 0;
      for (int i = 0; i < exact.length; i++) {
        difference += (exact[i] - delta[i]) * (exact[i] - delta[i]);
        all += exact[i] * exact[i];
      }
      double tolerance = module.getValue().get("tolerance").asDouble();
      if (exact.length != delta.length || Math.sqrt(difference) > tolerance * Math.sqrt(all)) {
        problems.add("%s: error %s".formatted(module.getKey(), Math.sqrt(difference / all)));
      }
      if (ranks.get(module.getKey()) != module.getValue().get("rank").asInt()) {
        problems.add("%s: rank %d".formatted(module.getKey(), ranks.get(module.getKey())));
      }
    }
  }

  private static double[] product(LowRankFactors factors) {
    double[] product = new double[factors.rows() * factors.columns()];
    for (int i = 0; i < product.length; i++) {
      for (int k = 0; k < factors.rank(); k++) {
        product[i] +=
            factors.up()[i / factors.columns() * factors.rank() + k]
                * factors.down()[k * factors.columns() + i % factors.columns()];
      }
    }
    return product;
  }

  /// Requires that each value is at most some units in the last place from the exact value.
  private static void requireValues(
      JsonNode tensor, JsonNode found, byte[] data, List<String> problems) throws IOException {
    double[] exact = exact(tensor.get("values").asText());
    ElementType type = ElementType.of(Dtype.valueOf(found.get("dtype").asText()));
    double[] written = new double[exact.length];
    type.doubles(MemorySegment.ofArray(data), 0, written, exact.length);
    long ulps = tensor.get("ulps").asLong();
    for (int i = 0; i < exact.length; i++) {
      long rank = type.rankOf(type.encode(written[i]));
      if (Math.abs(type.rankOf(type.encode(exact[i])) - rank) > ulps) {
        problems.add(tensor.get("name") + ": " + written[i] + ", not " + exact[i]);
        return;
      }
    }
  }

  /// Returns an array of `values.npz`.
  private static double[] exact(String key) throws IOException {
    Path archive = SharedFolder.file("convert/values.npz");
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      byte[] npy = zip.getInputStream(zip.getEntry(key + ".npy")).readAllBytes();
      int begin = 10 + (npy[8] & 0xff) + ((npy[9] & 0xff) << 8);
      ByteBuffer bytes = ByteBuffer.wrap(npy, begin, npy.length - begin);
      double[] values = new double[bytes.remaining() / Double.BYTES];
      bytes.slice().order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(values);
      return values;
    }
  }

  /// Returns the members of an object in the order of another.
  private static String sorted(JsonNode order, JsonNode object) {
    var sorted = new ObjectMapper().createObjectNode();
    order.fieldNames().forEachRemaining(name -> sorted.set(name, object.get(name)));
    return sorted.toString();
  }

  private static List<String> names(JsonNode tensors) {
    return StreamSupport.stream(tensors.spliterator(), false)
        .map(each -> each.get("name").asText())
        .collect(Collectors.toList());
  }

  private static JsonNode named(String name, Iterable<JsonNode> objects) {
    return StreamSupport.stream(objects.spliterator(), false)
        .filter(each -> each.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
