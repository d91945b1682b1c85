package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.integrity.expected.Check;
import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.integrity.expected.ExpectedHash;
import io.github.tensorloupe.integrity.expected.ExpectedHash.Measure;
import io.github.tensorloupe.integrity.expected.ExpectedHashSource;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// The hashes that a server reports for the original of a local file, for verifying the file.
/// Fetches only the listing and the header of the original.
///
/// @param expectedHashes the expected length and SHA-256 of the file
/// @param checks the result of comparing the headers
public record Original(List<ExpectedHash> expectedHashes, List<Check> checks) {

  /// Finds the original of a file.
  ///
  /// @param address the address of the original, of a folder that contains a file with the same
  ///   name, or of an index next to such a file
  /// @throws SentenceException if several files match
  /// @throws IOException if the server or the file cannot be read
  public static Original of(Path address, TensorFile file) throws IOException {
    RemotePath path = RemotePath.absolute(address);
    String name = String.valueOf(file.path().getFileName());
    boolean isOfSet = ShardSet.isIndexName(path) && !path.getFileName().toString().equals(name);
    Optional<RemotePath> match = find(isOfSet ? path.getParent() : path, name);
    if (match.isEmpty()) {
      Sentence message = Sentence.of("The original has no file of this name.");
      return new Original(List.of(), List.of(check(path, Result.MISMATCH, message)));
    }
    RemotePath original = match.get();
    RemoteFileSystem fileSystem = original.getFileSystem();
    int ownEnd = headerEnd(file.bytes());
    int firstBytes = Math.clamp(ownEnd, Preface.BYTE_COUNT, RemoteFileSystem.FIRST_BYTES);
    try (RemoteFile bytes = fileSystem.open(original, firstBytes, false)) {
      List<ExpectedHash> expected = new ArrayList<>();
      expected.add(expected(original, Measure.LENGTH, Long.toString(bytes.length())));
      // Servers in a chain of redirects may report different hashes. The file must match all of
      // them.
      bytes.sha256s.forEach(hash -> expected.add(expected(original, Measure.FILE_SHA256, hash)));
      List<Check> checks = new ArrayList<>();
      int end = headerEnd(bytes);
      if (end > Preface.BYTE_COUNT) {
        checks.add(header(original, bytes.read(0, end), file.bytes()));
      }
      if (bytes.sha256().isEmpty()) {
        Sentence unnamed =
            Sentence.of(
                "{0} names no SHA-256 of the original, so the rest of it is not compared.",
                fileSystem.server());
        checks.add(check(original, Result.UNKNOWN, unnamed));
      }
      return new Original(expected, checks);
    } catch (FileChangedException e) {
      return new Original(List.of(), List.of(check(original, Result.MISMATCH, e.sentence())));
    }
  }

  private static Optional<RemotePath> find(RemotePath path, String name) throws IOException {
    RemotePath inFolder = path.resolve(name);
    if (Files.isRegularFile(inFolder)) {
      return Optional.of(inFolder);
    }
    try (Stream<Path> below = Files.walk(path)) {
      Stream<Path> files = below.filter(Files::isRegularFile);
      List<Path> named =
          files
              .filter(file -> file.equals(path) || file.getFileName().toString().equals(name))
              .toList();
      if (named.size() > 1) {
        throw new SentenceException(
            "{0} has {1} files with the name {2}; enter the address of one of them.",
            PathText.of(path), named.size(), DisplayText.of(name));
      }
      return named.stream().findFirst().map(RemotePath::of);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static ExpectedHash expected(RemotePath original, Measure measure, String value) {
    return new ExpectedHash(
        ExpectedHashSource.ORIGINAL, PathText.of(original), measure, value, true);
  }

  private static Check check(RemotePath original, Result result, Sentence sentence) {
    Optional<String> none = Optional.empty();
    String source = PathText.of(original);
    return new Check(ExpectedHashSource.ORIGINAL, source, none, none, result, sentence, true);
  }

  /// Returns the file offset of the end of the header, clamped to the length of the file.
  private static int headerEnd(ByteSource file) throws IOException {
    byte[] begin = file.read(0, (int) Math.min(file.length(), Preface.BYTE_COUNT));
    Preface preface = Preface.of(file.length(), begin);
    return preface.loadError().isPresent()
        ? begin.length
        : Preface.BYTE_COUNT + (int) preface.presentHeaderByteCount();
  }

  private static Check header(RemotePath path, byte[] expected, ByteSource file)
      throws IOException {
    byte[] actual = file.read(0, (int) Math.min(file.length(), expected.length));
    int differing = Arrays.mismatch(expected, actual);
    Sentence match = Sentence.of("The header is identical to the original, byte for byte.");
    return differing < 0
        ? check(path, Result.MATCH, match)
        : check(
            path,
            Result.MISMATCH,
            Sentence.of("The header differs from the original, from byte {0} on.", differing));
  }
}
