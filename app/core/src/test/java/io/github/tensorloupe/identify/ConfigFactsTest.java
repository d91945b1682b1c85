package io.github.tensorloupe.identify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tensorloupe.identify.Evidence.OfConfig;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFactsTest {

  private static final String GPT_2 =
      "h.0.attn.c_attn.weight [8,24]; h.0.mlp.c_fc.weight [8,32]; h.0.ln_1.weight [8]";
  private static final String MAMBA = "backbone.layers.0.mixer.A_log";
  private static final String UNET =
      "input_blocks.1.0.in_layers.2.weight; output_blocks.1.0.in_layers.2.weight;"
          + " input_blocks.1.1.transformer_blocks.0.attn2.to_k.weight [320,768]";
  private static final String LLAMA =
      "model.embed_tokens.weight [128256,64]; model.layers.0.self_attn.q_proj.weight;"
          + " model.layers.0.mlp.gate_proj.weight; model.layers.0.input_layernorm.weight [64]";

  /// A line of `config-cases.txt`.
  record Case(String key, String value, String kind, String family, String header) {

    String json() {
      return key.equals("architectures")
          ? "{\"architectures\": [\"%s\"]}".formatted(value)
          : "{\"%s\": \"%s\"}".formatted(key, value);
    }

    boolean isOfAdapter() {
      return key.equals("peft_type");
    }
  }

  @TempDir Path folder;

  static List<Case> cases() throws IOException {
    try (InputStream in = ConfigFactsTest.class.getResourceAsStream("config-cases.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split(" \\| ", 4))
          .map(
              cells -> {
                String[] entry = cells[0].split("=", 2);
                return new Case(entry[0], entry[1], cells[1], cells[2], cells[3]);
              })
          .toList();
    }
  }

  private Identity identify(String header, Case each) throws IOException {
    return each.isOfAdapter()
        ? identify("adapter_model.safetensors", header, "adapter_config.json", each.json())
        : identify("model.safetensors", header, "config.json", each.json());
  }

  private Identity identify(String name, String header, String config, String json)
      throws IOException {
    Files.writeString(folder.resolve(config), json);
    Path file = folder.resolve(name);
    Files.deleteIfExists(file);
    return Headers.opened(
        Headers.of(header).write(file), part -> Identification.of(part, Cancellation.NEVER));
  }

  private Identity model(String header, String json) throws IOException {
    return identify("model.safetensors", header, "config.json", json);
  }

  private static String family(Identity identity) {
    return identity.family().map(Sentence::toString).orElse("-");
  }

  private static List<OfConfig> quotations(Identity identity) {
    return identity.statements().stream()
        .flatMap(statement -> statement.evidence().stream())
        .flatMap(each -> each instanceof OfConfig entry ? Stream.of(entry) : Stream.empty())
        .toList();
  }

  private static List<String> contradictions(Identity identity) {
    return identity.statements(Topic.CONTRADICTION).stream().map(Statement::value).toList();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aConfigurationDecidesIfTensorsShowNoFamily(Case each) throws IOException {
    Identity identity = identify(each.header(), each);

    assertThat(identity.kind().name()).isEqualTo(each.kind());
    assertThat(family(identity)).isEqualTo(each.family());
    assertThat(quotations(identity)).extracting(OfConfig::value).contains(each.value());
    assertThat(contradictions(identity)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void tensorsOfAnotherModelContradictAConfiguration(Case each) throws IOException {
    assumeTrue(each.header().equals("x"));
    boolean isOfGpt2 = each.family().startsWith("GPT");
    String others =
        each.key().equals("_class_name") && !each.family().equals("-")
            ? UNET
            : isOfGpt2 ? MAMBA : GPT_2;
    if (each.isOfAdapter()) {
      others = each.value().equals("IA3") ? "a.lora_A.weight [2,8]" : "a.ia3_l [8,1]";
    } else if (each.kind().equals("LANGUAGE_MODEL") || each.value().endsWith("ForCausalLM")) {
      others = UNET;
    }
    Identity alone = identify(others, new Case("key", "value", "", "", ""));

    Identity identity = identify(others, each);

    assertThat(identity.kind()).isEqualTo(alone.kind()).isNotEqualTo(Kind.UNKNOWN);
    assertThat(family(identity)).isEqualTo(family(alone));
    assertThat(contradictions(identity)).singleElement().asString().startsWith("The tensors and ");
    assertThat(quotations(identity)).extracting(OfConfig::value).contains(each.value());
  }

  @Test
  void everyRuleOfConfigurationsDecidesACase() throws IOException {
    RuleTable table = RuleTable.STANDARD;
    for (String section : List.of("config-kind", "config-family", "config-like")) {
      Set<RuleTable.Rule> idle = new LinkedHashSet<>(table.rules(section));
      for (Case each : cases()) {
        Path file = folder.resolve("a.safetensors");
        Files.deleteIfExists(file);
        Headers.opened(
            Headers.of(each.header()).write(file),
            part -> {
              RuleInput subject =
                  RuleInput.of(part, Cancellation.NEVER)
                      .withConfig(List.of(new OfConfig("config.json", each.key(), each.value())));
              List<RuleTable.Rule> matching =
                  table.rules(section).stream()
                      .filter(rule -> rule.condition().test(subject).isPresent())
                      .toList();
              boolean isFirstOnly = !section.equals("config-like");
              matching.stream().limit(isFirstOnly ? 1 : matching.size()).forEach(idle::remove);
              return null;
            });
      }
      assertThat(idle).as(section).isEmpty();
    }
  }

  @Test
  void theFamilyQuotesAnAgreeingConfiguration() throws IOException {
    Identity identity =
        model(LLAMA, "{\"architectures\": [\"LlamaForCausalLM\"], \"model_type\": \"llama\"}");

    assertThat(identity.statement(Topic.KIND).orElseThrow().evidence())
        .hasSize(2)
        .contains(new OfConfig("config.json", "architectures", "LlamaForCausalLM"));
    assertThat(identity.statement(Topic.FAMILY).orElseThrow().evidence())
        .contains(new OfConfig("config.json", "model_type", "llama"));
  }

  @Test
  void bothWitnessesOfAContradictionAreNamed() throws IOException {
    Identity identity = model(GPT_2, "{\"model_type\": \"llama\"}");

    assertThat(contradictions(identity))
        .containsExactly(
            "The tensors and config.json disagree: GPT-2 by the tensors, Llama by config.json.");
    Statement contradiction = identity.statement(Topic.CONTRADICTION).orElseThrow();
    assertThat(contradiction.evidence())
        .hasAtLeastOneElementOfType(OfConfig.class)
        .hasAtLeastOneElementOfType(Evidence.OfTensor.class);
  }

  @Test
  void aConfigurationOutweighsMetadata() throws IOException {
    Identity identity =
        model(
            "x; @modelspec.architecture=flux-1-dev",
            "{\"_class_name\": \"WanTransformer3DModel\"}");

    assertThat(family(identity)).isEqualTo("Wan");
  }

  @Test
  void aFileWithAnotherNameOnlyQuotesAnAgreeingConfiguration() throws IOException {
    String json = "{\"architectures\": [\"LlamaForCausalLM\"], \"model_type\": \"llama\"}";

    Identity vae =
        identify("vae.safetensors", "decoder.up.0.block.0.conv1.weight", "config.json", json);
    Identity unknown = identify("extra.safetensors", "x", "config.json", json);

    assertThat(contradictions(vae)).isEmpty();
    assertThat(quotations(vae)).isEmpty();
    assertThat(unknown.kind()).isEqualTo(Kind.UNKNOWN);
    assertThat(family(unknown)).isEqualTo("-");
    assertThat(quotations(identify("my.safetensors", LLAMA, "config.json", json))).hasSize(2);
  }

  @Test
  void aPipelineSupportsTheFamilyOfItsModel() throws IOException {
    String json = "{\"_class_name\": \"FluxPipeline\"}";
    String flux =
        "double_blocks.0.img_attn.qkv.weight; double_blocks.0.img_attn.norm.key_norm.scale";

    Identity model = identify("flux1-dev.safetensors", flux, "model_index.json", json);
    Identity adapter = identify("a.safetensors", "a.lora_A.weight", "model_index.json", json);

    assertThat(quotations(model))
        .containsExactly(new OfConfig("model_index.json", "_class_name", "FluxPipeline"));
    assertThat(quotations(adapter)).isEmpty();
  }

  @Test
  void anUnknownArchitectureIsQuoted() throws IOException {
    Identity identity = model("x", "{\"model_type\": \"frob\\u202e\\nnicate\"}");

    Statement statement = identity.statement(Topic.CONFIGURATION).orElseThrow();
    assertThat(statement.value()).isEqualTo("frob\u202e\nnicate");
    assertThat(statement.evidence())
        .containsExactly(new OfConfig("config.json", "model_type", "frob\u202e\nnicate"));
    assertThat(identity.kind()).isEqualTo(Kind.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "null",
        "{",
        "{\"model_type\": \"llama\"",
        "{\"model_type\": 7, \"architectures\": {\"a\": \"b\"}, \"_class_name\": [[\"VAE\"]]}",
        "{\"architectures\": [], \"model_type\": \" \"}",
        "[[{\"model_type\": \"llama\"}]]"
      })
  void anUnusableConfigurationChangesNothing(String json) throws IOException {
    Identity identity = model(LLAMA, json);

    assertThat(family(identity)).isEqualTo("Llama 3");
    assertThat(quotations(identity)).isEmpty();
    assertThat(contradictions(identity)).isEmpty();
  }

  @Test
  void anExcessiveConfigurationChangesNothing() throws IOException {
    String type = "\"model_type\": \"gpt2\"";

    for (String json :
        List.of(
            "{%s, \"a\": %s1%s}".formatted(type, "[".repeat(5000), "]".repeat(5000)),
            "{%s, \"a\": \"%s\"}".formatted(type, "x".repeat(16 << 20)),
            "{\"model_type\": \"%s\"}".formatted("gpt2".repeat(100_000)))) {
      Identity identity = model(LLAMA, json);

      assertThat(family(identity)).isEqualTo("Llama 3");
      assertThat(quotations(identity)).isEmpty();
    }
  }

  @Test
  void aLinkToANamedPipeIsNotRead() throws IOException, InterruptedException {
    Path pipe = folder.resolve("pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    Files.createSymbolicLink(folder.resolve("config.json"), pipe);

    Identity identity =
        Headers.opened(
            Headers.of(LLAMA).write(folder.resolve("model.safetensors")),
            part -> Identification.of(part, Cancellation.NEVER));

    assertThat(family(identity)).isEqualTo("Llama 3");
  }
}
