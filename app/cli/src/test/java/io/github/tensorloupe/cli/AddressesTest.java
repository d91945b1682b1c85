package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.DemoSamples;
import io.github.tensorloupe.testing.HubServer;
import io.github.tensorloupe.testing.ModelServer;
import io.github.tensorloupe.testing.ModelServer.Answer;
import io.github.tensorloupe.testing.ModelServer.Content;
import io.github.tensorloupe.testing.TensorFiles;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Passes addresses to commands instead of paths.
class AddressesTest {

  private static final String ADDRESS = "hf://" + HubServer.REPOSITORY;

  @TempDir private static Path folder;
  private static HubServer hub;

  @BeforeAll
  static void serveTheSamples() throws IOException {
    hub = new HubServer();
    DemoSamples.write(Files.createDirectory(folder.resolve("samples")));
    hub.folder(folder.resolve("samples"));
    byte[] header =
        "{\"t\":{\"dtype\":\"F32\",\"shape\":[25000000],\"data_offsets\":[0,100000000]}}"
            .getBytes(StandardCharsets.US_ASCII);
    byte[] beginning =
        ByteBuffer.allocate(8 + header.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(header.length)
            .put(header)
            .array();
    hub.large(
        "huge.safetensors",
        Content.of(beginning, beginning.length + 100_000_000L),
        "ab".repeat(32));
  }

  @AfterAll
  static void close() throws IOException {
    hub.close();
  }

  private static Map<String, String> variables() {
    return Map.of(
        "HF_ENDPOINT", hub.endpoint(),
        "XDG_CACHE_HOME", folder.resolve("cache").toAbsolutePath().toString(),
        "XDG_CONFIG_HOME", folder.resolve("config").toAbsolutePath().toString());
  }

  private static Ran remote(String... arguments) {
    return Ran.with(variables(), folder, arguments);
  }

  private static List<String> samples() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("samples"))) {
      return files
          .filter(file -> file.toString().endsWith(".safetensors"))
          .map(file -> folder.resolve("samples").relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  private static List<JsonNode> withoutTraffic(Ran ran) {
    List<JsonNode> objects = ran.objects();
    for (JsonNode each : objects) {
      JsonNode fetched = ((ObjectNode) each).remove("fetched");
      if (fetched != null) {
        assertThat(fetched.path("requests").asLong()).isPositive();
        assertThat(fetched.path("bytes").asLong()).isPositive();
      }
    }
    return objects;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "info --json", "check --json", "check --values --json", "stats --json",
        "quantization --json", "lora --json", "info --summary --json", "hash --json",
        "verify --json"
      })
  void commandPrintsTheSameForALocalAndARemoteFile(String command) throws IOException {
    for (String sample : samples()) {
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      words.add("samples/" + sample);
      Ran local = Ran.in(folder, words.toArray(String[]::new));
      words.set(words.size() - 1, ADDRESS + "/" + sample);
      Ran remote = remote(words.toArray(String[]::new));
      assertThat(remote.exitCode()).as("%s %s", command, sample).isEqualTo(local.exitCode());
      assertThat(withoutTraffic(remote).toString().replace(ADDRESS, "samples"))
          .as("%s %s", command, sample)
          .isEqualTo(local.objects().toString());
      assertThat(remote.err().replace(ADDRESS, "samples")).isEqualTo(local.err());
    }
  }

  @Test
  void damagedConfigurationOfAServerIsReported() throws IOException {
    Path file = folder.resolve("samples").resolve(samples().getFirst());
    byte[] bytes = Files.readAllBytes(file);
    hub.large("cut/model.safetensors", Content.of(bytes, bytes.length), "cd".repeat(32));
    hub.small("cut/config.json", "{\"model_type\": ");

    Ran ran = remote("check", ADDRESS + "/cut/model.safetensors");

    assertThat(ran.out()).contains("config-unreadable: config.json is not a JSON object");
  }

  @Test
  void configurationThatTheServerDoesNotSendIsRequestedOnce() throws IOException {
    String sample = samples().getFirst();
    byte[] bytes = Files.readAllBytes(folder.resolve("samples").resolve(sample));
    for (String name : List.of("a", "b", "c")) {
      Content content = Content.of(bytes, bytes.length);
      hub.large("down/" + name + ".safetensors", content, name.repeat(64));
    }
    hub.small("down/config.json", "{}");
    String path = "/" + HubServer.REPOSITORY + "/resolve/" + HubServer.COMMIT + "/down/config.json";
    hub.hub().answer(path, _ -> Answer.of(403, "no"));

    Ran ran = remote("check", ADDRESS + "/down");

    assertThat(ran.out())
        .contains("config-unreadable")
        .contains("It is unknown whether the tensors agree with the configuration.")
        .doesNotContain("truncated");
    assertThat(hub.hub().requests()).filteredOn(each -> each.path().equals(path)).hasSize(1);
  }

  @Test
  void serverWithoutListingDoesNotMakeAConfigurationMissing() throws IOException {
    Path file = folder.resolve("fp8.safetensors");
    new TensorFiles()
        .tensor("a.weight", Dtype.F8_E4M3, new byte[8], 2, 4)
        .floats("a.weight_scale", 0.5f)
        .write(file);
    byte[] bytes = Files.readAllBytes(file);
    hub.large("fp8/model.safetensors", Content.of(bytes, bytes.length), "ef".repeat(32));
    hub.hub()
        .answer(
            "/fp8", request -> ModelServer.part(Content.of(bytes, bytes.length), request, "\"f\""));

    assertThat(remote("quantization", ADDRESS + "/fp8/model.safetensors").out())
        .contains("config-missing");
    assertThat(remote("quantization", hub.hub().address("/fp8")).out())
        .contains("FP8, 8-bit")
        .doesNotContain("config-missing");
  }

  @Test
  void tensorIsExportedFromAnAddress() throws IOException {
    String sample = samples().getFirst();
    String tensor =
        Ran.in(folder, "info", "--json", "samples/" + sample)
            .objects()
            .getFirst()
            .path("tensors")
            .get(0)
            .path("name")
            .asText();
    assertThat(
            Ran.in(
                    folder,
                    "export",
                    "samples/" + sample,
                    "--tensor",
                    tensor,
                    "--format",
                    "raw",
                    "--out",
                    "a")
                .exitCode())
        .isZero();
    assertThat(
            remote(
                    "export",
                    ADDRESS + "/" + sample,
                    "--tensor",
                    tensor,
                    "--format",
                    "raw",
                    "--out",
                    "b")
                .exitCode())
        .isZero();
    assertThat(folder.resolve("b")).hasSameBinaryContentAs(folder.resolve("a"));
  }

  @Test
  void structureIsComparedWithARemoteFile() throws IOException {
    String sample = samples().getFirst();
    Ran ran = remote("compare", "--structure", "samples/" + sample, ADDRESS + "/" + sample);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void addressesThatDifferInWhatIsNotShownAreTwo() {
    hub.hub()
        .answer(
            "/two",
            request ->
                ModelServer.part(
                    Content.of(file(request.target().endsWith("1") ? "t" : "u")),
                    request,
                    "\"v\""));
    Ran ran =
        remote(
            "compare",
            "--structure",
            hub.hub().address("/two?key=1"),
            hub.hub().address("/two?key=2"));
    assertThat(ran.out()).contains("?…").doesNotContain("key=");
    assertThat(ran.exitCode()).as(ran.out() + ran.err()).isEqualTo(1);
  }

  private static byte[] file(String tensor) {
    byte[] header =
        "{\"%s\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}"
            .formatted(tensor)
            .getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(8 + header.length + 1)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(header.length)
        .put(header)
        .array();
  }

  @Test
  void muchIsFetchedOnlyWithYes() {
    long before = hub.bodyByteCount();
    Ran refused = remote("check", "--values", ADDRESS + "/huge.safetensors");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.out()).contains("100 MB").contains("--yes");
    assertThat(hub.bodyByteCount() - before).isLessThan(1 << 20);
    Ran allowed = remote("check", "--values", "--yes", "--json", ADDRESS + "/huge.safetensors");
    assertThat(allowed.objects().getFirst().path("fetched").path("bytes").asLong())
        .isBetween(100_000_000L, 102_000_000L);
  }

  private static Stream<CommandLine> commands(CommandLine command) {
    return command.getSubcommands().isEmpty()
        ? Stream.of(command)
        : command.getSubcommands().values().stream().flatMap(AddressesTest::commands);
  }

  private static List<String> words(CommandLine command, String argument) {
    CommandSpec spec = command.getCommandSpec();
    List<String> words = new ArrayList<>(List.of(spec.qualifiedName().split(" ")));
    words.removeFirst();
    for (OptionSpec option : spec.options()) {
      if (option.required() && option.group() == null) {
        words.add(option.longestName());
        words.add(option.type().isEnum() ? "add-format-pt" : "a=b");
      }
    }
    words.add(argument);
    return words;
  }

  @Test
  void allOtherCommandsSayThatTheyTakeNoAddresses() throws IOException {
    List<String> taking = new ArrayList<>();
    CommandEnvironment environment =
        new CommandEnvironment(folder, OutputStream.nullOutputStream(), System.err, false);
    for (CommandLine command :
        commands(new CommandLineInterface(environment, _ -> {}).documented()).toList()) {
      String name = command.getCommandSpec().qualifiedName().substring("tensorloupe ".length());
      if (Set.of("completion", "help").contains(name)) {
        continue;
      }
      if (command.getCommandSpec().findOption("--yes") != null) {
        taking.add(name);
        continue;
      }
      long before = hub.requestCount();
      String[] words = words(command, ADDRESS + "/" + samples().getFirst()).toArray(String[]::new);
      Ran ran = remote(words);
      assertThat(ran.err())
          .as(name)
          .containsPattern("This command works on files of this computer only, not on hf://\\S+;");
      assertThat(ran.err().lines()).hasSize(1);
      assertThat(ran.exitCode()).as(name).isEqualTo(2);
      assertThat(hub.requestCount()).isEqualTo(before);
    }
    assertThat(taking)
        .containsExactlyInAnyOrder(
            "check",
            "compare",
            "convert",
            "duplicates",
            "export",
            "hash",
            "info",
            "lora",
            "metadata export",
            "metadata show",
            "quantization",
            "screenshot",
            "stats",
            "verify");
  }

  @Test
  void programOfWatchAcceptsAddressArguments() {
    Ran ran = remote("watch", "none", "--exec", "true", "--", "https://example.com/hook");
    assertThat(ran.err()).contains("The folder none does not exist");
  }

  @Test
  void nothingIsWrittenToAnAddress() throws IOException {
    String sample = samples().getFirst();
    Ran export =
        remote(
            "export",
            "samples/" + sample,
            "--tensor",
            "x",
            "--format",
            "raw",
            "--out",
            ADDRESS + "/b");
    assertThat(export.exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hf://name", "http://example.com/m.safetensors", "https://a:b@c/m"})
  void addressThatCannotBeOpenedIsAFailureWithASentence(String address) {
    Ran ran = remote("info", address);
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).isNotEmpty().doesNotContain("Exception").doesNotContain("a:b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "info",
        "info --json",
        "stats",
        "lora",
        "lora --json",
        "compare --json x",
        "hash",
        "check",
        "export --tensor t --format raw --out o"
      })
  void whatMayBeSecretInAnAddressIsNowhereInTheOutput(String command) {
    for (String address :
        List.of(hub.store().address("/none?key=s3cret"), "https://me:s3cret@127.0.0.1/m")) {
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      words.add(address);
      Ran ran = remote(words.toArray(String[]::new));
      assertThat(ran.exitCode()).isEqualTo(2);
      assertThat(ran.out() + ran.err()).isNotEmpty().doesNotContain("s3cret");
    }
  }

  @Test
  void networkThatIsTurnedOffInTheSettingsIsOffForCommandsToo() throws IOException {
    assertNothingIsFetched("{\"usesNetwork\":false}", "turned off in the settings");
  }

  @Test
  void settingsThatCannotBeReadTurnTheNetworkOff() throws IOException {
    String reason = "Network access is off, because the unreadable settings may have disabled it.";
    assertNothingIsFetched("{\"usesNetwork\":false", reason);
    assertNothingIsFetched(" ".repeat(2 << 20) + "{\"usesNetwork\":false}", reason);
    assertNothingIsFetched("", reason);
  }

  private void assertNothingIsFetched(String settings, String message) throws IOException {
    Path config = Files.createDirectories(folder.resolve("off").resolve("tensorloupe"));
    Files.writeString(config.resolve("settings.json"), settings);
    Map<String, String> variables = new HashMap<>(variables());
    variables.put("XDG_CONFIG_HOME", config.getParent().toAbsolutePath().toString());
    long before = hub.requestCount();
    Ran ran = Ran.with(variables, folder, "info", ADDRESS);
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains(message);
    assertThat(hub.requestCount()).isEqualTo(before);
  }
}
