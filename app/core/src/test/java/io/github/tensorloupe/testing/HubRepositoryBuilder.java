package io.github.tensorloupe.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Builds a repository with the layout of the Hugging Face client: files in `blobs` named by hash,
/// and links to them in `snapshots`.
public final class HubRepositoryBuilder {

  private final Path repository;

  private HubRepositoryBuilder(Path repository) {
    this.repository = repository;
  }

  /// Creates an empty repository.
  ///
  /// @param hub the folder of all repositories
  public static HubRepositoryBuilder repository(Path hub, String organisation, String name)
      throws IOException {
    HubRepositoryBuilder result =
        new HubRepositoryBuilder(hub.resolve("models--" + organisation + "--" + name));
    Files.createDirectories(result.repository.resolve("blobs"));
    Files.createDirectories(result.repository.resolve("snapshots"));
    Files.createDirectories(result.repository.resolve("refs"));
    return result;
  }

  /// Returns the folder of the repository.
  public Path folder() {
    return repository;
  }

  /// Returns a commit name: the SHA-1 of a text in hex.
  public static String commit(String text) {
    return hex("SHA-1", text.getBytes(StandardCharsets.UTF_8));
  }

  /// Adds a large file, whose blob is named by its SHA-256.
  ///
  /// @return the link in the snapshot
  public Path addLarge(String commit, String file, byte[] bytes) throws IOException {
    return add(commit, file, sha256(bytes), bytes);
  }

  /// Adds a file that is stored in Git, whose blob is named by its Git hash.
  ///
  /// @return the link in the snapshot
  public Path addSmall(String commit, String file, byte[] bytes) throws IOException {
    return add(commit, file, gitHash(bytes), bytes);
  }

  private Path add(String commit, String file, String name, byte[] bytes) throws IOException {
    Path blob = repository.resolve("blobs").resolve(name);
    Files.write(blob, bytes);
    Path link = repository.resolve("snapshots").resolve(commit).resolve(file);
    Files.createDirectories(link.getParent());
    return Files.createSymbolicLink(link, link.getParent().relativize(blob));
  }

  /// Returns the SHA-256 in lower-case hex.
  public static String sha256(byte[] bytes) {
    return hex("SHA-256", bytes);
  }

  /// Returns the Git hash of a file in lower-case hex.
  public static String gitHash(byte[] bytes) {
    return hex("SHA-1", ("blob " + bytes.length + "\0").getBytes(StandardCharsets.UTF_8), bytes);
  }

  private static String hex(String algorithm, byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      for (byte[] part : parts) {
        digest.update(part);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Flips one bit of a file. Follows links.
  public static void flipBit(Path file, int byteOffset) throws IOException {
    Path real = file.toRealPath();
    byte[] bytes = Files.readAllBytes(real);
    bytes[byteOffset] ^= 1;
    Files.write(real, bytes);
  }
}
