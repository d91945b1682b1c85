package io.github.tensorloupe.identify;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.testing.ShardFolder;
import io.github.tensorloupe.text.Sentences;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Checks the identification of a set with an index and missing shards.
class IncompleteSetTest {

  private static final String HERE = "here.safetensors";
  private static final String MISSING_SHARD = "gone.safetensors";

  @TempDir Path folder;

  /// Writes an index, and at most one of its two shards.
  ///
  /// @param here the header of the existing shard; empty for none
  /// @param missingNames the names of the tensors in the missing shard
  private Path set(String here, String... missingNames) throws IOException {
    List<String> map = new ArrayList<>();
    if (!here.isEmpty()) {
      Headers.of(here).write(folder.resolve(HERE));
      for (String item : here.split(";")) {
        map.addAll(List.of(item.strip().split(" ")[0], HERE));
      }
    }
    for (String name : missingNames) {
      map.addAll(List.of(name, MISSING_SHARD));
    }
    return new ShardFolder(folder).index("", map.toArray(String[]::new)).index();
  }

  private Identity identify(String here, String... missingNames) throws IOException {
    return Headers.opened(
        set(here, missingNames), part -> Identification.of(part, Cancellation.NEVER));
  }

  private static final String[] LLAMA = {
    "model.layers.0.self_attn.q_proj.weight",
    "model.layers.0.mlp.gate_proj.weight",
    "model.layers.0.input_layernorm.weight",
    "model.layers.1.self_attn.q_proj.weight"
  };

  @Test
  void namesComeFromTheIndexAndSizesFromAvailableShards() throws IOException {
    Identity identity =
        identify("lm_head.weight [100,16] BF16; model.norm.weight [16] BF16", LLAMA);

    assertThat(identity.kind()).isEqualTo(Kind.LANGUAGE_MODEL);
    assertThat(identity.family().orElseThrow().key()).startsWith("Llama-style");
    assertThat(identity.statement(Topic.LAYERS).orElseThrow().number()).hasValue(2);
    assertThat(identity.statement(Topic.HIDDEN_SIZE).orElseThrow().number()).hasValue(16);
    assertThat(identity.statement(Topic.PARAMETERS).orElseThrow().number()).hasValue(1616);
  }

  @Test
  void thatAPartIsMissingIsSaid() throws IOException {
    Identity identity = identify("lm_head.weight [100,16] BF16", LLAMA);

    assertThat(identity.statement(Topic.MISSING).orElseThrow().value())
        .startsWith("4 of 5 tensors are in missing shards");
    assertThat(identity.statement(Topic.KIND).orElseThrow().evidence())
        .containsExactly(new Evidence.OfName("model.layers.0.self_attn.q_proj.weight"));
  }

  @Test
  void statementsAreTranslatedToGerman() throws IOException {
    Identity identity = identify("lm_head.weight [100,16] BF16", LLAMA);
    Sentences german = Sentences.in(Locale.GERMAN);

    assertThat(german.text(identity.statement(Topic.MISSING).orElseThrow().sentence()))
        .startsWith("4 von 5 Tensoren sind in Shards, die fehlen;");
    assertThat(german.text(identity.statement(Topic.MEMORY).orElseThrow().sentence()))
        .isEqualTo("3,20 kB wie gespeichert");
    assertThat(german.text(identity.statement(Topic.KIND).orElseThrow().sentence()))
        .isEqualTo("Sprachmodell");
  }

  @Test
  void indexAloneIdentifiesTheKindButNoSizes() throws IOException {
    Identity identity = identify("", LLAMA);

    assertThat(identity.kind()).isEqualTo(Kind.LANGUAGE_MODEL);
    assertThat(identity.statement(Topic.MISSING).orElseThrow().value())
        .startsWith("All of its tensors are missing");
    assertThat(identity.statement(Topic.PARAMETERS)).isEmpty();
    assertThat(identity.statement(Topic.MEMORY)).isEmpty();
  }

  @Test
  void aShardThatIsRefusedIsAsGoodAsMissing() throws IOException {
    Path index = set("", LLAMA);
    Files.writeString(
        folder.resolve(MISSING_SHARD), "version https://git-lfs.github.com/spec/v1\n");

    Identity identity = Headers.opened(index, part -> Identification.of(part, Cancellation.NEVER));

    assertThat(identity.kind()).isEqualTo(Kind.LANGUAGE_MODEL);
  }

  @Test
  void familyIsAmbiguousWithoutShapes() throws IOException {
    Identity identity =
        identify(
            "encoder.layer.0.attention.self.query.weight [8,8]",
            "embeddings.word_embeddings.weight",
            "embeddings.token_type_embeddings.weight");

    assertThat(identity.family().orElseThrow()).hasToString("BERT / XLM-RoBERTa");
  }

  @Test
  void whatMayHoldIsNotClaimedWhereNothingIsCertain() throws IOException {
    Identity identity = identify("model.norm.weight [16] BF16", "model.embed_tokens.weight");

    assertThat(identity.family()).isEmpty();
  }

  @Test
  void ofAWholeSetNothingIsCalledMissing() throws IOException {
    Identity identity = identify("lm_head.weight [100,16] BF16; model.norm.weight [16] BF16");

    assertThat(identity.statement(Topic.MISSING)).isEmpty();
  }

  @Test
  void cancellationEndsItAmongTheNamesOfTheIndex() throws IOException {
    Headers.opened(
        set("", LLAMA),
        part ->
            Assertions.assertThatThrownBy(() -> Identification.of(part, () -> true))
                .isInstanceOf(CancellationException.class));
  }
}
