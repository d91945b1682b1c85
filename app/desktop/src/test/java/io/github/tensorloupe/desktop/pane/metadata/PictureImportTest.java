package io.github.tensorloupe.desktop.pane.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.metadata.PictureImport.Offer;
import io.github.tensorloupe.desktop.pane.metadata.ScaledPicture.Format;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PictureImportTest {

  private static final String KEY = "modelspec.thumbnail";

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final DocumentEdits edits = new DocumentEdits(selection);
  private final EntryEditing editing = new EntryEditing(edits);
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final List<String> messages = new ArrayList<>();
  private final PictureImport model =
      new PictureImport(
          editing, new Jobs(waiting::add, Runnable::run), Messages.english(), this::addMessage);

  private void addMessage(Feedback feedback) {
    messages.add(feedback.sentence());
  }

  @BeforeEach
  void openFile() throws IOException {
    Path path = new TensorFiles().metadata("k", "v").floats("t", 1).write(folder.resolve("a.st"));
    TensorFile file = files.show(path, selection).checkpoint().files().getFirst();
    editing.show(
        Optional.of(edits.of(List.of(file), file.header().metadata().orElseThrow())), true);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private void read(Path file) {
    model.read(KEY, file);
    waiting.remove().run();
  }

  /// Reads a file of this length with the signature of WebP, which the program cannot decode.
  private void readWebp(int byteCount) throws IOException {
    byte[] bytes = Arrays.copyOf("RIFF0000WEBP".getBytes(StandardCharsets.US_ASCII), byteCount);
    read(Files.write(folder.resolve("p.webp"), bytes));
  }

  /// Writes a picture of noise, which compresses badly.
  private Path png(int width, int height) throws IOException {
    int[] argb = new Random(1).ints((long) width * height).map(each -> each | 0xFF000000).toArray();
    Path file = folder.resolve("p.png");
    FileExport.writePicture(
        FileExport.checkPicture(file, List.of()), argb, width, height, Cancellation.NEVER);
    return file;
  }

  private Offer offer() {
    return model.offer.get().orElseThrow();
  }

  private String value() {
    return editing.entry(KEY).map(Entry::value).orElse("");
  }

  private void choose(int side, Format format) {
    model.choose(side, format);
    waiting.remove().run();
  }

  @Test
  void largePictureIsOfferedAsTheRecommendedJpeg() throws IOException {
    read(png(1200, 600));

    assertThat(offer().width()).isEqualTo(256);
    assertThat(offer().height()).isEqualTo(128);
    assertThat(value()).isEmpty();
    model.accept();
    assertThat(value()).startsWith("data:image/jpeg;base64,");
    assertThat(model.offer.get()).isEmpty();
  }

  @Test
  void offerShowsTheEncodedByteCount() throws IOException {
    read(png(1200, 600));

    choose(512, Format.PNG);

    assertThat(offer().width()).isEqualTo(512);
    assertThat(offer().uri()).startsWith("data:image/png;base64,");
  }

  @Test
  void originalIsImportedByteForByte() throws IOException {
    Path file = png(400, 300);
    read(file);

    choose(0, Format.JPEG);
    model.accept();

    String base64 = Base64.getEncoder().encodeToString(Files.readAllBytes(file));
    assertThat(value()).isEqualTo("data:image/png;base64," + base64);
  }

  @Test
  void smallPictureIsOfferedUnchanged() throws IOException {
    read(png(64, 64));

    assertThat(offer().side()).isZero();
    assertThat(offer().source().allows(256)).isTrue();
    model.choose(1024, Format.PNG);
    assertThat(waiting).isEmpty();
  }

  @Test
  void undecodablePictureIsImportedOnlyUnchanged() throws IOException {
    readWebp(PictureImport.MAX_PICTURE_BYTES);

    assertThat(offer().source().allows(256)).isFalse();
    model.accept();
    assertThat(value()).startsWith("data:image/webp;base64,UklGRjAwMDBXRUJQ");
  }

  @Test
  void oversizedFileIsOfferedOnlyScaledDown() throws IOException {
    readWebp(PictureImport.MAX_PICTURE_BYTES + 1);
    assertThat(model.offer.get()).isEmpty();
    assertThat(messages.getFirst()).startsWith("p.webp was not imported: it is too large");

    read(png(900, 900));
    assertThat(offer().source().byteCount()).isGreaterThan(PictureImport.MAX_PICTURE_BYTES);
    assertThat(offer().source().allows(0)).isFalse();
    assertThat(offer().side()).isEqualTo(256);
  }

  @Test
  void invalidPictureIsReported() throws IOException {
    read(Files.writeString(folder.resolve("p.txt"), "text"));

    assertThat(messages)
        .containsExactly("p.txt was not imported: it is not a JPEG, PNG, WebP or GIF.");
  }

  @Test
  void missingPictureIsReported() {
    read(folder.resolve("gone.jpg"));

    assertThat(messages.getFirst()).startsWith("gone.jpg was not imported: ");
  }

  @Test
  void cancelledImportSetsNothing() throws IOException {
    read(png(300, 300));

    model.cancel();
    model.accept();

    assertThat(value()).isEmpty();
  }
}
