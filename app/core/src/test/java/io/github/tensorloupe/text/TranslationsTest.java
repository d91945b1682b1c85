package io.github.tensorloupe.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.HeaderReader;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.identify.Kind;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.testing.ProjectFolders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Holds the sentences in the sources against the German catalogue.
class TranslationsTest {

  private static final String STRING = "\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"";
  private static final String LITERALS = STRING + "(?:\\s*\\+\\s*" + STRING + ")*+";
  private static final Pattern SENTENCE =
      Pattern.compile(
          "(?:(?:Sentence\\s*\\.of|(?:Sentence|Unusable\\w+|Unwritable\\w+|FileChanged)Exception"
              + "|unusable|note|(?:super|this)(?=\\(\\s*\"\\{0))\\(\\s*"
              + "|[fF]inding\\(\\s*FindingCode\\.\\w+,[^\";]*)("
              + LITERALS
              + ")");
  private static final Pattern LITERAL = Pattern.compile(STRING);
  private static final Pattern UNICODE = Pattern.compile("(?<!\\\\)\\\\u[0-9a-fA-F]{4}");

  /// Comments and text blocks, in which strings would seem to begin.
  private static final Pattern NO_STRINGS = Pattern.compile("(?m)^\\s*//.*$|\"\"\"(?s:.*?)\"\"\"");

  private static final Path RULES =
      Path.of("src/main/resources/io/github/tensorloupe/identify/rules.txt");

  /// Reasons that the operating system gives and no source has.
  private static final Set<String> SYSTEM_REASONS =
      Set.of(
          "No space left on device",
          "Is a directory",
          "Input/output error",
          "Read-only file system",
          "Not a directory",
          "File too large",
          "Disk quota exceeded",
          "Too many open files",
          "File name too long",
          "Stale file handle",
          "Operation not permitted",
          "Invalid argument",
          "Connection timed out",
          "Host is down",
          "No such file or directory",
          "Text file busy",
          "Resource temporarily unavailable",
          "Permission denied");

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\d{1,2})(#[^{}]*)?}");

  private final Map<String, String> german = Sentences.translations("de").orElseThrow();

  @Test
  void everySentenceHasAGermanTranslation() throws IOException {
    assertThat(sentences().stream().filter(sentence -> !german.containsKey(sentence))).isEmpty();
  }

  @Test
  void labelsOfIdentificationHaveAGermanTranslation() {
    assertThat(
            Stream.concat(
                    Arrays.stream(Topic.values()).map(Topic::label),
                    Arrays.stream(Kind.values()).map(Kind::label))
                .map(Sentence::key)
                .filter(label -> !german.containsKey(label)))
        .isEmpty();
  }

  @Test
  void everyTranslationIsOfASentenceInTheSources() throws IOException {
    String sources = sources();
    // Searching all sources for each key takes seconds.
    Set<String> whole = sources.lines().collect(Collectors.toSet());

    assertThat(
            german.keySet().stream()
                .filter(key -> !SYSTEM_REASONS.contains(key) && !whole.contains(key))
                .filter(key -> !sources.contains(key)))
        .isEmpty();
  }

  @Test
  void translationsShowTheSameArguments() {
    assertThat(german)
        .allSatisfy((key, translation) -> assertThat(shown(translation)).isEqualTo(shown(key)));
  }

  @Test
  void truncationMessageIsTranslatedToGerman() {
    byte[] header =
        "{\"a\":{\"dtype\":\"U8\",\"shape\":[500],\"data_offsets\":[0,500]}}"
            .getBytes(StandardCharsets.US_ASCII);
    Preface preface = new Preface(8 + header.length + 200, OptionalLong.of(header.length));

    Finding finding = HeaderReader.read(preface, header).findings().getFirst();

    assertThat(Sentences.in(Locale.GERMAN).text(finding.sentence()))
        .isEqualTo(
            "Die Datei ist abgeschnitten: erwartet 565 Bytes, gefunden 265; 300 Bytes (53,1 %)"
                + " fehlen; 0 von 1 Tensor ist ganz; 1 Tensor ist gekürzt: „a“.");
  }

  @Test
  void systemReasonsAreTranslatedToGerman() {
    Sentences sentences = Sentences.in(Locale.GERMAN);

    assertThat(SYSTEM_REASONS)
        .allSatisfy(
            reason -> {
              assertThat(sentences.text(unwritable(new IOException(reason))))
                  .startsWith("/a lässt sich nicht schreiben: ")
                  .doesNotContain(reason);
              assertThat(sentences.text(unwritable(new FileSystemException("/a/b", null, reason))))
                  .endsWith(" (/a/b).")
                  .doesNotContain(reason);
            });
  }

  private static Sentence unwritable(IOException failure) {
    return WriteFailures.sentence("/a", failure).sentence();
  }

  @Test
  void shardErrorIsPartOfTheSentenceThatRefusesTheShard() {
    Finding error =
        Finding.of(FindingCode.WRONG_KIND, Sentence.of("This is {0}.", FileKind.ZIP.description()));

    Sentence refused =
        Checkpoint.shardRefused("a.safetensors", Optional.empty(), List.of(error)).sentence();

    assertThat(refused)
        .hasToString(
            "The shard a.safetensors cannot be read: it is a zip archive, as PyTorch's .pt and"
                + " .ckpt files are.");
    assertThat(Sentences.in(Locale.GERMAN).text(refused))
        .isEqualTo(
            "Der Shard a.safetensors lässt sich nicht lesen: das ist ein Zip-Archiv, wie es die"
                + " .pt- und .ckpt-Dateien von PyTorch sind.");
  }

  private static Set<String> shown(String text) {
    return PLACEHOLDER
        .matcher(text)
        .results()
        .filter(found -> found.group(2) == null)
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> sentences() throws IOException {
    Set<String> sentences = new TreeSet<>();
    for (Path file : javaFiles()) {
      SENTENCE
          .matcher(source(file))
          .results()
          .map(found -> joined(found.group(1)))
          .filter(text -> PLACEHOLDER.matcher(text).replaceAll("").matches("(?s).*[A-Za-z].*"))
          .forEach(sentences::add);
    }
    return sentences;
  }

  /// All literals of the sources, those joined by `+` as one, and the rules of identification.
  private static String sources() throws IOException {
    StringBuilder sources = new StringBuilder();
    Pattern all = Pattern.compile("'(?:[^'\\\\]|\\\\.)'|" + LITERALS);
    for (Path file : javaFiles()) {
      all.matcher(source(file))
          .results()
          .map(found -> joined(found.group()))
          .forEach(text -> sources.append(text).append('\n'));
    }
    return sources + Files.readString(RULES);
  }

  private static String source(Path file) throws IOException {
    return NO_STRINGS.matcher(Files.readString(file)).replaceAll(" ");
  }

  private static String joined(String literals) {
    return LITERAL
        .matcher(literals)
        .results()
        .map(
            (MatchResult literal) ->
                UNICODE.matcher(literal.group(1)).replaceAll("?").translateEscapes())
        .collect(Collectors.joining());
  }

  private static Iterable<Path> javaFiles() throws IOException {
    Set<Path> files = new TreeSet<>();
    for (Path module : ProjectFolders.modules()) {
      try (Stream<Path> below = Files.walk(module.resolve("src/main/java"))) {
        below.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
      }
    }
    return files;
  }
}
