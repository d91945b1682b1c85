package io.github.tensorloupe.desktop.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.text.CoreSentences.SentenceForm;
import io.github.tensorloupe.testing.ProjectFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CoreSentencesTest {

  private static final int SHORT_PIECE = 5;
  private static final Pattern GAP = Pattern.compile("\\{\\d[#!]?}");
  private static final Pattern STRING =
      Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"(?:\\s*\\+\\s*(?=\"))?");

  /// What the system says, which Java hands on.
  private static final String SYSTEM_REASONS =
      """
      No space left on device
      Permission denied
      Is a directory
      Input/output error
      Read-only file system
      Not a directory
      File too large
      Disk quota exceeded
      Too many open files
      File name too long
      Stale file handle
      Operation not permitted
      Invalid argument
      Connection timed out
      Host is down
      No such file or directory
      Text file busy
      Resource temporarily unavailable
      """;

  private final CoreSentences german = CoreSentences.in(Language.GERMAN);

  private static CoreSentences of(String... forms) {
    return new CoreSentences(
        Stream.of(forms)
            .map(form -> form.split(" = "))
            .map(sides -> new SentenceForm(sides[0], sides[1]))
            .toList());
  }

  @Test
  void whatIsFoundIsPutIntoTheOtherSentence() {
    CoreSentences sentences = of("{0} is in {1}. = In {1} ist {0}.");

    assertThat(sentences.translate("a is in b.")).isEqualTo("In b ist a.");
  }

  @Test
  void reasonWithinSentenceIsTranslatedInTurn() {
    CoreSentences sentences = of("{0} failed: {1}. = {0} misslang: {1!}.", "no room = kein Platz");

    assertThat(sentences.translate("a failed: no room.")).isEqualTo("a misslang: kein Platz.");
    assertThat(sentences.translate("a failed: EIO.")).isEqualTo("a misslang: EIO.");
  }

  @Test
  void gapForNumberTakesNothingElse() {
    CoreSentences sentences = of("{0#} are left. = {0} bleiben.");

    assertThat(sentences.translate("1,234 are left.")).isEqualTo("1,234 bleiben.");
    assertThat(sentences.translate("Many are left.")).isEqualTo("Many are left.");
  }

  @Test
  void sentencesAreTranslatedOneAfterTheOther() {
    CoreSentences sentences = of("It broke. = Es brach.", "All is well. = Alles ist gut.");

    assertThat(sentences.translate("It broke. All is well.")).isEqualTo("Es brach. Alles ist gut.");
    assertThat(sentences.translate("It broke. Who knows?")).isEqualTo("Es brach. Who knows?");
  }

  @Test
  void fileMayStandBeforeItsSentence() {
    CoreSentences sentences = of("It broke. = Es brach.");

    assertThat(sentences.translate("a: b.safetensors: It broke."))
        .isEqualTo("a: b.safetensors: Es brach.");
  }

  @Test
  void nameDoesNotReachIntoTheNextSentence() {
    CoreSentences sentences = of("There is no {0}. = Es fehlt {0}.", "All is well. = Alles gut.");

    assertThat(sentences.translate("There is no a.b. All is well."))
        .isEqualTo("Es fehlt a.b. Alles gut.");
  }

  @Test
  void whatNobodyKnowsStaysAsItIs() {
    assertThat(german.translate("Whatever this means.")).isEqualTo("Whatever this means.");
    assertThat(german.translate("")).isEmpty();
  }

  @Test
  void signsOfNamesHaveNoMeaning() {
    CoreSentences sentences = of("There is no file {0}. = Es gibt keine Datei {0}.");

    assertThat(sentences.translate("There is no file $1\\E{0}."))
        .isEqualTo("Es gibt keine Datei $1\\E{0}.");
  }

  @Test
  void noFormStandsTwice() {
    assertThat(CoreSentences.read("core_de.txt"))
        .extracting(SentenceForm::english)
        .doesNotHaveDuplicates();
  }

  /// The first form that fits counts, so a general one must not stand before a particular one.
  @Test
  void noFormHidesALaterOne() {
    List<String> hidden =
        CoreSentences.read("core_de.txt").stream()
            .filter(form -> isHidden(form, filled(form.english())))
            .map(SentenceForm::english)
            .toList();

    assertThat(hidden).isEmpty();
  }

  private boolean isHidden(SentenceForm form, String sentence) {
    return !form.translate(sentence, german::translate)
        .equals(Optional.of(german.translate(sentence)));
  }

  private static String filled(String form) {
    return form.replaceAll("\\{\\d#}", "7").replaceAll("\\{(\\d)}", "Xy$1");
  }

  @Test
  void translationsFillTheirGapsFromTheSentence() {
    for (SentenceForm form : CoreSentences.read("core_de.txt")) {
      assertThat(gaps(form.english())).as(form.english()).containsAll(gaps(form.other()));
    }
  }

  private static List<String> gaps(String form) {
    return GAP.matcher(form).results().map(gap -> gap.group().substring(0, 2)).toList();
  }

  /// A sentence that the core no longer says would stay English unnoticed. Its words between the
  /// gaps must stand in the sources of the core.
  @Test
  void coreStillSaysWhatIsTranslated() throws IOException {
    String said = literalsOfCore();

    List<String> unsaid =
        CoreSentences.read("core_de.txt").stream()
            .map(SentenceForm::english)
            .filter(form -> !GAP.splitAsStream(form).allMatch(words -> isSaid(words, said)))
            .toList();

    assertThat(unsaid).isEmpty();
  }

  private static boolean isSaid(String words, String said) {
    return said.contains(words) || isPutTogether(words, said);
  }

  /// The core puts some sentences together of pieces, such as "1 tensor" and "is": then all words
  /// are said, and of longer pieces most of the pairs of neighbours.
  private static boolean isPutTogether(String words, String said) {
    List<String> each = Stream.of(words.strip().split(" ")).toList();
    long neighbours =
        IntStream.range(1, each.size())
            .filter(i -> said.contains(each.get(i - 1) + " " + each.get(i)))
            .count();
    return (each.size() <= SHORT_PIECE || 2 * neighbours >= each.size() - 1)
        && each.stream().map(word -> word.replaceAll("[,;:.()\"]", "")).allMatch(said::contains);
  }

  private static String literalsOfCore() throws IOException {
    StringBuilder literals = new StringBuilder();
    for (Path module : ProjectFolders.modules()) {
      try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .forEach(file -> literals.append(literals(file)).append('\n'));
      }
    }
    return literals + SYSTEM_REASONS;
  }

  private static String literals(Path file) {
    try {
      return STRING
          .matcher(Files.readString(file))
          .results()
          .map(
              literal -> unescaped(literal.group(1)) + (literal.group().endsWith("\"") ? "\n" : ""))
          .collect(Collectors.joining());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String unescaped(String literal) {
    return literal.replace("\\\"", "\"").replace("\\\\", "\\");
  }
}
