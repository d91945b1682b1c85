package io.github.tensorloupe.integrity.signature;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.SmallFiles;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

/// A Sigstore bundle: a statement, its signature, and the key material.
///
/// @param statement the signed bytes
/// @param signature the signature, in the format of the key's algorithm
/// @param certificates the certificate chain of the key, starting with its own certificate; empty
///   if the bundle has no certificates
/// @param key a key without a certificate, which only older programs include
/// @param hint the claimed fingerprint of the key, see [TrustedKeys#fingerprint]; untrusted text;
///   empty if the bundle has no hint
public record SignatureBundle(
    byte[] statement,
    byte[] signature,
    List<X509Certificate> certificates,
    Optional<PublicKey> key,
    String hint) {

  private static final String MEDIA_TYPE = "application/vnd.dev.sigstore.bundle";
  private static final String PAYLOAD_TYPE = "application/vnd.in-toto+json";
  private static final int MAX_CERTIFICATES = 20;
  private static final int MAX_CERTIFICATE_BYTES = 8192;
  private static final int MAX_DEPTH = 20;
  private static final int MAX_TOKENS = 1_000_000;
  private static final ObjectMapper JSON =
      new ObjectMapper(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxTokenCount(MAX_TOKENS)
                          .maxStringLength(Integer.MAX_VALUE)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  static SignatureBundle read(Path file) throws SentenceException {
    Optional<String> text = SmallFiles.text(file);
    if (text.isEmpty()) {
      throw new SentenceException("It cannot be read, or exceeds 16 MiB.");
    }
    JsonNode json = json(text.get().getBytes(StandardCharsets.UTF_8));
    JsonNode envelope = json.path("dsseEnvelope");
    if (!json.path("mediaType").asText().startsWith(MEDIA_TYPE) || !envelope.isObject()) {
      throw new SentenceException("It is not a Sigstore bundle with a DSSE envelope.");
    }
    if (!envelope.path("payloadType").asText().equals(PAYLOAD_TYPE)) {
      throw new SentenceException("Its envelope does not contain an in-toto statement.");
    }
    if (envelope.path("signatures").size() != 1) {
      throw new SentenceException("Its envelope does not have exactly one signature.");
    }
    JsonNode material = json.path("verificationMaterial");
    JsonNode key = material.path("publicKey");
    return new SignatureBundle(
        bytes(envelope.path("payload")),
        bytes(envelope.path("signatures").path(0).path("sig")),
        certificates(material),
        key.has("rawBytes") ? Optional.of(key(key.path("rawBytes"))) : Optional.empty(),
        key.path("hint").asText(""));
  }

  private static PublicKey key(JsonNode pem) throws SentenceException {
    return TrustedKeys.key(new String(bytes(pem), StandardCharsets.US_ASCII))
        .orElseThrow(() -> new SentenceException("The key in it cannot be read."));
  }

  private static List<X509Certificate> certificates(JsonNode material) throws SentenceException {
    JsonNode chain = material.path("x509CertificateChain").path("certificates");
    List<JsonNode> all =
        material.has("certificate")
            ? List.of(material.path("certificate"))
            : chain.valueStream().toList();
    if (all.size() > MAX_CERTIFICATES) {
      throw new SentenceException("It has too many certificates.");
    }
    List<X509Certificate> certificates = new ArrayList<>();
    for (JsonNode each : all) {
      byte[] bytes = bytes(each.path("rawBytes"));
      if (bytes.length > MAX_CERTIFICATE_BYTES) {
        throw new SentenceException("A certificate in it is too large.");
      }
      try {
        certificates.add(TrustedKeys.certificates(new ByteArrayInputStream(bytes)).getFirst());
      } catch (CertificateException | NoSuchElementException e) {
        throw new SentenceException("A certificate in it cannot be read.");
      }
    }
    return List.copyOf(certificates);
  }

  /// Parses untrusted JSON. Limits the nesting depth, and rejects duplicate names because parsers
  /// interpret them differently.
  static JsonNode json(byte[] text) throws SentenceException {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new SentenceException(
          "It is not valid JSON for a signature: malformed, too large, nested too deeply, or with a"
              + " duplicate name.");
    }
  }

  private static byte[] bytes(JsonNode text) throws SentenceException {
    try {
      return Base64.getDecoder().decode(text.asText());
    } catch (IllegalArgumentException e) {
      throw new SentenceException("It contains invalid Base64.");
    }
  }

  /// Returns a predicate that verifies the signature with a key. Encodes the statement, which may
  /// be large, only once.
  Predicate<PublicKey> signedBy() {
    byte[] encoded = encoded();
    byte[] before1 = encodedBefore1();
    return key -> {
      Optional<String> algorithm = TrustedKeys.algorithm(key);
      return algorithm.isPresent()
          && (verifies(key, algorithm.get(), encoded)
              || verifies(key, algorithm.get(), before1)
              || key instanceof ECPublicKey && verifies(key, TrustedKeys.EC_SHA256, before1));
    };
  }

  private boolean verifies(PublicKey key, String algorithm, byte[] message) {
    try {
      Signature check = Signature.getInstance(algorithm);
      check.initVerify(key);
      check.update(message);
      return check.verify(signature);
    } catch (GeneralSecurityException e) {
      // Includes signatures that are malformed for the algorithm.
      return false;
    }
  }

  /// Returns the signed bytes: the pre-authentication encoding of the statement in DSSE version 1.
  private byte[] encoded() {
    byte[] head = head("DSSEv1");
    return ByteBuffer.allocate(head.length + statement.length).put(head).put(statement).array();
  }

  private byte[] head(String version) {
    return "%s %d %s %d "
        .formatted(version, PAYLOAD_TYPE.length(), PAYLOAD_TYPE, statement.length)
        .getBytes(StandardCharsets.US_ASCII);
  }

  /// Returns the encoding of the reference tool before version 1.0, which contains the statement as
  /// a Python bytes literal.
  private byte[] encodedBefore1() {
    String text = new String(statement, StandardCharsets.ISO_8859_1);
    String quote = text.contains("'") && !text.contains("\"") ? "\"" : "'";
    StringBuilder shown = new StringBuilder(new String(head("DSSEV1"), StandardCharsets.US_ASCII));
    shown.append('b').append(quote);
    for (char each : text.toCharArray()) {
      int special = "\n\r\t\\".indexOf(each);
      if (special >= 0) {
        shown.append('\\').append("nrt\\".charAt(special));
      } else if (each < ' ' || each > '~') {
        shown.append("\\x").append(HexFormat.of().toHexDigits((byte) each));
      } else {
        shown.append(quote.indexOf(each) < 0 ? "" : "\\").append(each);
      }
    }
    return shown.append(quote).toString().getBytes(StandardCharsets.US_ASCII);
  }
}
