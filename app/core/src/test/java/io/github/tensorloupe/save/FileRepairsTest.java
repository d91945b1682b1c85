package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.tensorloupe.export.SalvagePlan;
import io.github.tensorloupe.export.SalvagePlan.Limitation;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.RepairPlan.Repair;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileRepairsTest {

  private static final byte[] DATA = {9, 8, 7, 6, 5, 4, 3, 2};
  private static final String JSON =
      "{\"a\":{\"dtype\":\"U8\",\"shape\":[3],\"data_offsets\":[0,3]},"
          + "\"b\":{\"dtype\":\"U8\",\"shape\":[5],\"data_offsets\":[3,8]}}";

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("model.safetensors");
  }

  private static byte[] whole() {
    return SampleBytes.file(padded(JSON, ' '), DATA);
  }

  private static String padded(String json, char padding) {
    return json + String.valueOf(padding).repeat(8 - json.length() % 8);
  }

  private static byte[] joined(byte[] first, byte... second) {
    return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
  }

  private static byte[] withLength(byte[] file, long length) {
    return ByteBuffer.wrap(file.clone()).order(ByteOrder.LITTLE_ENDIAN).putLong(0, length).array();
  }

  private static byte[] damaged(Repair repair) {
    return switch (repair) {
      case CUT_TRAILING_BYTES -> joined(whole(), (byte) 1, (byte) 2, (byte) 3);
      case REPLACE_PADDING -> SampleBytes.file(padded(JSON, '\0'), DATA);
      case REMOVE_BYTE_ORDER_MARK -> SampleBytes.file(padded("\uFEFF" + JSON, ' '), DATA);
      case CORRECT_HEADER_LENGTH -> withLength(whole(), 0);
      case REMOVE_LEADING_BYTES -> joined(new byte[] {(byte) 0xff, 1, 2}, whole());
    };
  }

  private Optional<RepairPlan> plan(byte[] bytes, SaveOptions options) throws IOException {
    try (TensorFile open = TensorFile.open(Files.write(file(), bytes))) {
      return new FileRepairs(FileOperations.ofThisComputer()).plan(open, options);
    }
  }

  private Map<String, String> tensors(Path path) throws IOException {
    Map<String, String> tensors = new TreeMap<>();
    try (TensorFile open = TensorFile.open(path)) {
      assertThat(open.reading().loadError()).isEmpty();
      for (TensorInfo tensor : open.header().tensors()) {
        ByteRange range = open.data(tensor).orElseThrow().range();
        byte[] bytes = open.bytes().read(range.begin(), (int) range.byteCount());
        tensors.put(tensor.name(), Arrays.toString(bytes));
      }
    }
    return tensors;
  }

  private static void save(FileOperations operations, RepairPlan plan) throws IOException {
    new Saver(operations).save(plan.save(), Cancellation.NEVER, Progress.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void repairedFileLoadsWithTheSameTensors(Repair repair) throws IOException {
    RepairPlan plan = plan(damaged(repair), SaveOptions.DEFAULT).orElseThrow();
    assertThat(plan.repair()).isEqualTo(repair);
    assertThat(plan.save().obstacles()).isEmpty();
    save(FileOperations.ofThisComputer(), plan);
    assertThat(tensors(file())).isEqualTo(Map.of("a", "[9, 8, 7]", "b", "[6, 5, 4, 3, 2]"));
    assertThat(plan(Files.readAllBytes(file()), SaveOptions.DEFAULT)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(chars = {' ', '\0', '\n'})
  void endIsNotCutOffWhereTheHeaderLengthMayLeavePaddingOut(char padding) throws IOException {
    byte[] paddingLeftOut =
        withLength(SampleBytes.file(padded(JSON, padding), DATA), JSON.length());
    assertThat(plan(paddingLeftOut, SaveOptions.DEFAULT)).isEmpty();
  }

  @Test
  void endIsNotCutOffIfZerosPrecedeTheDataOfAnUnpaddedHeader() throws IOException {
    byte[] header = SampleBytes.file(JSON);
    assertThat(plan(joined(joined(header, new byte[2]), DATA), SaveOptions.DEFAULT)).isEmpty();
  }

  @Test
  void zerosAtTheBeginningOfTheDataDoNotKeepTheEndFromBeingCutOff() throws IOException {
    byte[] whole = SampleBytes.file(padded(JSON, ' '), new byte[8]);
    assertThat(plan(joined(whole, (byte) '\n'), SaveOptions.DEFAULT))
        .get()
        .extracting(RepairPlan::repair)
        .isEqualTo(Repair.CUT_TRAILING_BYTES);
  }

  @Test
  void bytesOfAnEntryWithARepeatedNameAreNotCutOff() throws IOException {
    String repeated =
        "{\"a\":{\"dtype\":\"U8\",\"shape\":[8],\"data_offsets\":[0,8]},"
            + "\"a\":{\"dtype\":\"U8\",\"shape\":[3],\"data_offsets\":[0,3]}}";
    assertThat(plan(SampleBytes.file(repeated, DATA), SaveOptions.DEFAULT)).isEmpty();
  }

  @Test
  void dataOfWhichTheHeaderKnowsNothingAreNotCutOff() throws IOException {
    String bare = "{\"__metadata__\":{\"format\":\"pt\"}}";
    assertThat(plan(SampleBytes.file(bare, DATA), SaveOptions.DEFAULT)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void copyIsRepairedAndTheFileIsNotTouched(Repair repair) throws IOException {
    Path copy = folder.resolve("copy.safetensors");
    try (TensorFile open = TensorFile.open(Files.write(file(), damaged(repair)))) {
      RepairPlan plan =
          new FileRepairs(FileOperations.ofThisComputer())
              .planCopy(open, copy, false, SaveOptions.DEFAULT)
              .orElseThrow();
      save(FileOperations.ofThisComputer(), plan);
    }
    assertThat(file()).hasBinaryContent(damaged(repair));
    assertThat(tensors(copy)).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void whateverStepFailsTheFileIsTheOldOneOrTheRepairedOne(Repair repair) throws IOException {
    for (StrategyChoice choice : StrategyChoice.values()) {
      SaveOptions options = SaveOptions.DEFAULT.withStrategy(choice);
      int failing = 0;
      for (boolean reached = true; reached; failing++) {
        clear();
        RepairPlan plan = plan(damaged(repair), options).orElseThrow();
        FailingStep operations = new FailingStep(failing);
        Throwable failure = catchThrowable(() -> save(operations, plan));
        if (failure == null) {
          assertThat(tensors(file())).hasSize(2);
        } else {
          assertThat(failure).isInstanceOf(SaveException.class);
          assertThat(file()).hasBinaryContent(damaged(repair));
        }
        reached = operations.wasReached();
      }
      assertThat(failing).isGreaterThan(10);
    }
  }

  /// Deletes all files, because a remaining lock would block the next save.
  private void clear() throws IOException {
    try (Stream<Path> left = Files.list(folder)) {
      for (Path each : left.toList()) {
        Files.delete(each);
      }
    }
  }

  private static final class FailingStep extends WatchedFiles {

    private final int failing;
    private int steps;

    FailingStep(int failing) {
      this.failing = failing;
    }

    @Override
    void before(Step next) throws IOException {
      if (steps++ == failing) {
        throw new FileSystemException(next.path().toString(), null, "No space left");
      }
    }

    boolean wasReached() {
      return steps > failing;
    }
  }

  @Test
  void paddingOfALargeFileIsReplacedInPlaceAndNothingElseIsWritten() throws IOException {
    RepairPlan plan = plan(damaged(Repair.REPLACE_PADDING), SavedFile.inPlaceFrom(0)).orElseThrow();
    assertThat(plan.save().strategy()).isEqualTo(Strategy.IN_PLACE);
    save(FileOperations.ofThisComputer(), plan);
    assertThat(file()).hasBinaryContent(whole());
  }

  private static byte[] changed(String kind, byte[] file) {
    String text = new String(file, StandardCharsets.ISO_8859_1);
    String longer =
        switch (kind) {
          case "downloaded again" -> text.substring(0, text.length() * 3 / 5) + text;
          case "line feeds" -> text.replace("\n", "\r\n");
          case "block twice" -> text.substring(0, 7000) + text.substring(5000);
          default -> text + kind;
        };
    return longer.getBytes(StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"downloaded again", "line feeds", "block twice"})
  void insertedBytesAreNotTrailing(String kind) throws IOException {
    byte[] values = new byte[10_000];
    new Random(3).nextBytes(values);
    String json = "{\"t\":{\"dtype\":\"U8\",\"shape\":[10000],\"data_offsets\":[0,10000]}}";
    byte[] file = SampleBytes.file(padded(json, ' '), values);

    assertThat(plan(changed(kind, file), SaveOptions.DEFAULT)).isEmpty();
    assertThat(plan(changed("x".repeat(2000), file), SaveOptions.DEFAULT)).isPresent();
    Path path = SampleBytes.write(folder.resolve("m.safetensors"), changed(kind, file));
    try (TensorFile open = TensorFile.open(path)) {
      assertThat(SalvagePlan.of(open).limitation()).contains(Limitation.INSERTED_BYTES);
    }
  }

  private static byte[] trailing(String kind, byte[] file, int entryLength) {
    byte[] random = new byte[kind.equals("length of an entry") ? entryLength : 80];
    new Random(4).nextBytes(random);
    return switch (kind) {
      case "whole file again" -> file;
      case "last block again" -> Arrays.copyOfRange(file, file.length - 1000, file.length);
      default -> random;
    };
  }

  /// The header and the equal values repeat themselves.
  @ParameterizedTest
  @ValueSource(
      strings = {"whole file again", "last block again", "length of an entry", "20 values"})
  void trailingBytesAreNotInserted(String kind) throws IOException {
    String entry =
        "\"layers.%1$d.norm\":{\"dtype\":\"F32\",\"shape\":[250],\"data_offsets\":[%1$d000,%2$d000]},";
    StringBuilder json = new StringBuilder("{");
    for (int i = 10; i < 30; i++) {
      json.append(entry.formatted(i, i + 1));
    }
    json.append("\"t\":{\"dtype\":\"U8\",\"shape\":[10000],\"data_offsets\":[0,10000]}}");
    ByteBuffer data = ByteBuffer.allocate(30_000).order(ByteOrder.LITTLE_ENDIAN);
    byte[] random = new byte[10_000];
    new Random(3).nextBytes(random);
    data.put(random);
    for (int i = 0; i < 19 * 250; i++) {
      data.putFloat(1);
    }
    data.put(random, 0, 1000);
    byte[] file = SampleBytes.file(padded(json.toString(), ' '), data.array());
    byte[] longer = joined(file, trailing(kind, file, entry.formatted(10, 11).length()));

    assertThat(plan(longer, SaveOptions.DEFAULT)).isPresent();
    try (TensorFile open = TensorFile.open(file())) {
      assertThat(SalvagePlan.of(open).limitation()).isEmpty();
    }
  }

  @Test
  void endBeyondTheRangeOfSignedNumbersIsNoInsertion() throws IOException {
    String json =
        "{\"t\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[%s,%s]}}"
            .formatted("9223372036854775868", "9223372036854775908");
    Path path =
        SampleBytes.write(
            folder.resolve("m.safetensors"), SampleBytes.file(padded(json, ' '), new byte[50]));

    try (TensorFile open = TensorFile.open(path)) {
      assertThat(SalvagePlan.of(open).limitation()).isEmpty();
    }
  }

  @Test
  void planReportsTheWrongBytes() throws IOException {
    byte[] trailing = damaged(Repair.CUT_TRAILING_BYTES);
    RepairPlan plan = plan(trailing, SaveOptions.DEFAULT).orElseThrow();
    assertThat(plan.range()).isEqualTo(new ByteRange(trailing.length - 3, trailing.length));
    assertThat(plan.sentence())
        .hasToString(
            "The bytes after the last tensor, 3 bytes from byte %d on, are removed."
                .formatted(trailing.length - 3));
    assertThat(plan(damaged(Repair.CORRECT_HEADER_LENGTH), SaveOptions.DEFAULT))
        .map(repair -> repair.sentence().toString())
        .hasValue(
            "The header length in bytes 0 to 8 becomes %d instead of 0: the header ends there, and"
                    .formatted(padded(JSON, ' ').length())
                + " the tensors fill the rest of the file exactly.");
  }

  @Test
  void nothingIsOfferedForAFileThatIsWhole() throws IOException {
    assertThat(plan(whole(), SaveOptions.DEFAULT)).isEmpty();
  }

  @Test
  void cutFileIsNeverMendedByTakingPaddingForData() throws IOException {
    // The data starts at every distance from a multiple of 8.
    for (int spaces = 0; spaces < 9; spaces++) {
      byte[] bytes = SampleBytes.file(JSON + " ".repeat(spaces), DATA);
      for (int missing = 1; missing < bytes.length; missing++) {
        byte[] cut = Arrays.copyOf(bytes, bytes.length - missing);
        assertThat(plan(cut, SaveOptions.DEFAULT)).as(spaces + " " + missing).isEmpty();
        if (cut.length > 8) {
          assertThat(plan(withLength(cut, 3), SaveOptions.DEFAULT))
              .as(spaces + " " + missing)
              .isEmpty();
        }
      }
    }
  }

  @Test
  void aLengthThatIsTooLargeIsCorrectedToo() throws IOException {
    for (long length : new long[] {-1, 1L << 40, 5, 1000, JSON.length() - 1}) {
      assertThat(plan(withLength(whole(), length), SaveOptions.DEFAULT))
          .map(RepairPlan::repair)
          .hasValue(Repair.CORRECT_HEADER_LENGTH);
    }
  }

  /// Returns a damaged file with one empty tensor, so that no data follows its header.
  private static byte[] damagedWithoutData(Repair repair) {
    String json = "{\"e\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}}";
    byte[] whole = SampleBytes.file(padded(json, ' '));
    return switch (repair) {
      case CUT_TRAILING_BYTES -> joined(whole, (byte) 1);
      case REPLACE_PADDING -> SampleBytes.file(padded(json, '\0'));
      case REMOVE_BYTE_ORDER_MARK -> SampleBytes.file(padded("\uFEFF" + json, ' '));
      case CORRECT_HEADER_LENGTH -> withLength(whole, 0);
      case REMOVE_LEADING_BYTES -> joined(new byte[] {(byte) 0xff, 1, 2}, whole);
    };
  }

  @ParameterizedTest
  @EnumSource(value = Repair.class, mode = EnumSource.Mode.EXCLUDE, names = "CUT_TRAILING_BYTES")
  void headerThatEndsAtTheEndOfTheFileIsRepairedToo(Repair repair) throws IOException {
    RepairPlan plan = plan(damagedWithoutData(repair), SaveOptions.DEFAULT).orElseThrow();
    assertThat(plan.repair()).isEqualTo(repair);
    save(FileOperations.ofThisComputer(), plan);
    assertThat(tensors(file())).isEqualTo(Map.of("e", "[]"));
  }

  @Test
  void onlyWrongPaddingBytesAreReported() throws IOException {
    byte[] bytes = SampleBytes.file(JSON + "  \0 \u007f\t  ", DATA);
    RepairPlan plan = plan(bytes, SaveOptions.DEFAULT).orElseThrow();
    long from = 8 + JSON.length() + 2;
    assertThat(plan.range()).isEqualTo(new ByteRange(from, from + 4));
    save(FileOperations.ofThisComputer(), plan);
    assertThat(file()).hasBinaryContent(SampleBytes.file(JSON + " ".repeat(8), DATA));
  }

  @Test
  void bytesThatSayNothingArePaddingAndOthersAreNot() throws IOException {
    for (int value = 0; value < 256; value++) {
      byte[] bytes = SampleBytes.file(JSON + "  ", DATA);
      bytes[8 + JSON.length()] = (byte) value;
      boolean loads = value == ' ' || value == '\t' || value == '\n' || value == '\r';
      boolean isPadding = !loads && value < ' ' || value == 0x7f || value == 0xff;
      Optional<Repair> found = plan(bytes, SaveOptions.DEFAULT).map(RepairPlan::repair);
      if (isPadding) {
        assertThat(found).as("byte " + value).contains(Repair.REPLACE_PADDING);
      } else if (!loads) {
        assertThat(found).as("byte " + value).isNotEqualTo(Optional.of(Repair.REPLACE_PADDING));
      }
    }
  }

  @Test
  void filesShorterThanAHeaderLengthHaveNoRepair() throws IOException {
    for (int length = 0; length <= 9; length++) {
      assertThat(plan(Arrays.copyOf(whole(), length), SaveOptions.DEFAULT)).isEmpty();
      assertThat(plan(new byte[length], SaveOptions.DEFAULT)).isEmpty();
    }
  }

  @Test
  void textAfterTheJsonIsNotPadding() throws IOException {
    assertThat(plan(SampleBytes.file(JSON + ",}", DATA), SaveOptions.DEFAULT)).isEmpty();
  }

  @Test
  void twoFaultsAreNotRepaired() throws IOException {
    byte[] both = joined(damaged(Repair.REPLACE_PADDING), (byte) 1);
    assertThat(plan(both, SaveOptions.DEFAULT)).isEmpty();
  }

  @Test
  void fileThatHasChangedSinceIsNotRepaired() throws IOException {
    RepairPlan plan = plan(damaged(Repair.CUT_TRAILING_BYTES), SaveOptions.DEFAULT).orElseThrow();
    byte[] other = "something else".getBytes(StandardCharsets.UTF_8);
    Files.write(file(), other);
    assertThat(catchThrowable(() -> save(FileOperations.ofThisComputer(), plan)))
        .isInstanceOf(SaveException.class)
        .hasMessageContaining("changed");
    assertThat(file()).hasBinaryContent(other);
  }
}
