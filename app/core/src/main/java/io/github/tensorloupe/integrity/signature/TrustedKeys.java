package io.github.tensorloupe.integrity.signature;

import module java.base;

import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.model.SmallFiles;
import io.github.tensorloupe.text.Sentence;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

/// The keys and certificates that the user trusts.
///
/// @param certificates certificates of authorities or of signing keys
public record TrustedKeys(List<PublicKey> keys, List<X509Certificate> certificates) {

  /// No trusted keys or certificates.
  public static final TrustedKeys NONE = new TrustedKeys(List.of(), List.of());

  static final String EC_SHA256 = "SHA256withECDSA";

  private static final Map<String, String> CURVES =
      Map.of(
          "secp256r1", EC_SHA256,
          "secp384r1", "SHA384withECDSA",
          "secp521r1", "SHA512withECDSA");
  private static final int MIN_RSA_BITS = 2048;
  private static final Pattern PEM =
      Pattern.compile("-----BEGIN PUBLIC KEY-----([\\sA-Za-z0-9+/=]+)-----END PUBLIC KEY-----");

  /// Reads PEM files.
  ///
  /// @param keys the files with public keys: elliptic curve (P-256, P-384, P-521), RSA or Ed25519
  /// @param chains the files with one or more certificates each
  /// @throws SentenceException if a file cannot be read or has no supported key or certificate
  public static TrustedKeys read(List<Path> keys, List<Path> chains) throws SentenceException {
    List<PublicKey> trusted = new ArrayList<>();
    for (Path file : keys) {
      List<PublicKey> publicKeys = new ArrayList<>();
      Matcher blocks = PEM.matcher(SmallFiles.text(file).orElse(""));
      int blockCount = 0;
      while (blocks.find()) {
        blockCount++;
        key(blocks.group()).filter(key -> algorithm(key).isPresent()).ifPresent(publicKeys::add);
      }
      if (publicKeys.isEmpty() || publicKeys.size() < blockCount) {
        String name = PathText.of(file);
        throw new SentenceException(
            publicKeys.isEmpty()
                ? Sentence.of("{0} holds no public key (PEM) of a supported kind.", name)
                : Sentence.of("{0} holds a public key of an unsupported kind.", name));
      }
      trusted.addAll(publicKeys);
    }
    List<X509Certificate> authorities = new ArrayList<>();
    for (Path file : chains) {
      byte[] text = SmallFiles.text(file).orElse("").getBytes(StandardCharsets.UTF_8);
      try {
        List<X509Certificate> certificates = certificates(new ByteArrayInputStream(text));
        certificates.getFirst();
        authorities.addAll(certificates);
      } catch (CertificateException | NoSuchElementException e) {
        throw new SentenceException("{0} holds no certificates (PEM).", PathText.of(file));
      }
    }
    return new TrustedKeys(trusted, authorities);
  }

  /// Returns true if no keys or certificates are trusted.
  public boolean isEmpty() {
    return keys.isEmpty() && certificates.isEmpty();
  }

  static Optional<PublicKey> key(String text) {
    Matcher pem = PEM.matcher(text);
    if (!pem.find()) {
      return Optional.empty();
    }
    for (String kind : List.of("EC", "RSA", "Ed25519")) {
      try {
        byte[] bytes = Base64.getMimeDecoder().decode(pem.group(1));
        return Optional.of(
            KeyFactory.getInstance(kind).generatePublic(new X509EncodedKeySpec(bytes)));
      } catch (GeneralSecurityException | IllegalArgumentException e) {
        // Tries the next algorithm.
      }
    }
    return Optional.empty();
  }

  static List<X509Certificate> certificates(InputStream text) throws CertificateException {
    return CertificateFactory.getInstance("X.509").generateCertificates(text).stream()
        .map(X509Certificate.class::cast)
        .toList();
  }

  static Optional<String> algorithm(PublicKey key) {
    return switch (key) {
      case ECPublicKey point ->
          CURVES.keySet().stream()
              .filter(name -> curve(name).equals(point.getParams().getCurve()))
              .findFirst()
              .map(CURVES::get);
      case RSAPublicKey rsa when rsa.getModulus().bitLength() >= MIN_RSA_BITS ->
          Optional.of("SHA256withRSA");
      case EdECPublicKey _ -> Optional.of("Ed25519");
      default -> Optional.empty();
    };
  }

  /// Returns the parameters of a curve. Comparing key sizes is insufficient, because different
  /// curves have the same size.
  private static EllipticCurve curve(String name) {
    try {
      AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
      parameters.init(new ECGenParameterSpec(name));
      return parameters.getParameterSpec(ECParameterSpec.class).getCurve();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Returns the ID of a key in the model-signing format: the SHA-256 of its PEM text in lines of
  /// 64 characters.
  static String fingerprint(PublicKey key) {
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
    String pem = "-----BEGIN PUBLIC KEY-----\n%s\n-----END PUBLIC KEY-----\n".formatted(lines);
    return Sha256.hex(pem);
  }
}
