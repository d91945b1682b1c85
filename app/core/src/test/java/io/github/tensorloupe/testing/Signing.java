package io.github.tensorloupe.testing;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.model.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/// Signs models in the OpenSSF model-signing format, with generated keys.
///
/// @param algorithm the JDK name of the signature algorithm
public record Signing(KeyPair keys, String algorithm) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String IN_TOTO = "application/vnd.in-toto+json";

  /// Returns a key of an elliptic curve: `secp256r1`, `secp384r1` or `secp521r1`.
  public static Signing curve(String name, String algorithm) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(name));
      return new Signing(generator.generateKeyPair(), algorithm);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public static Signing p256() {
    return curve("secp256r1", "SHA256withECDSA");
  }

  /// Returns a key of another type.
  public static Signing of(String kind, int bitCount, String algorithm) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
      generator.initialize(bitCount);
      return new Signing(generator.generateKeyPair(), algorithm);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public Path writeKey(Path file) throws IOException {
    return Files.writeString(file, pem("PUBLIC KEY", keys.getPublic().getEncoded()));
  }

  public static String pem(String kind, byte[] der) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, text, kind);
  }

  public byte[] sign(byte[] message) {
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(keys.getPrivate());
      signature.update(message);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Returns a statement about the current content of files in a folder.
  public static ObjectNode statement(Path folder, String... names) throws IOException {
    ObjectNode statement = statement("sha256");
    for (String name : names) {
      add(statement, name, "sha256", Files.readAllBytes(folder.resolve(name)));
    }
    return statement;
  }

  /// Returns a statement about files in pieces of `size` bytes.
  public static ObjectNode sharded(Path folder, int size, String... names) throws IOException {
    ObjectNode statement = statement("sha256");
    serialization(statement).put("method", "shards").put("shard_size", size);
    for (String name : names) {
      byte[] bytes = Files.readAllBytes(folder.resolve(name));
      for (int begin = 0; begin < bytes.length; begin += size) {
        int end = Math.min(begin + size, bytes.length);
        String resource = name + ":" + begin + ":" + end;
        add(statement, resource, "sha256-sharded-" + size, Arrays.copyOfRange(bytes, begin, end));
      }
    }
    return statement;
  }

  private static ObjectNode statement(String hash) {
    ObjectNode statement = JSON.createObjectNode().put("_type", "https://in-toto.io/Statement/v1");
    statement.putArray("subject").addObject().put("name", "model").putObject("digest");
    statement.put("predicateType", "https://model_signing/signature/v1.0");
    ObjectNode predicate = statement.putObject("predicate");
    predicate
        .putObject("serialization")
        .put("method", "files")
        .put("hash_type", hash)
        .put("allow_symlinks", false)
        .putArray("ignore_paths")
        .add("model.sig");
    predicate.putArray("resources");
    return statement;
  }

  public static ObjectNode serialization(ObjectNode statement) {
    return (ObjectNode) statement.at("/predicate/serialization");
  }

  public static ArrayNode resources(ObjectNode statement) {
    return (ArrayNode) statement.at("/predicate/resources");
  }

  private static void add(ObjectNode statement, String name, String algorithm, byte[] bytes) {
    resources(statement)
        .addObject()
        .put("name", name)
        .put("algorithm", algorithm)
        .put("digest", HexFormat.of().formatHex(Sha256.digest().digest(bytes)));
  }

  /// Returns the statement as bytes, with the hash of all hashes that it currently contains.
  public static byte[] sealed(ObjectNode statement) {
    ByteArrayOutputStream digests = new ByteArrayOutputStream();
    resources(statement)
        .forEach(each -> digests.writeBytes(HexFormat.of().parseHex(each.path("digest").asText())));
    String all = HexFormat.of().formatHex(Sha256.digest().digest(digests.toByteArray()));
    ((ObjectNode) statement.at("/subject/0/digest")).put("sha256", all);
    return statement.toString().getBytes(StandardCharsets.UTF_8);
  }

  /// Signs the statement and writes a bundle with the hint of the key.
  public Path write(Path file, ObjectNode statement) throws IOException {
    ObjectNode bundle = bundle(sealed(statement));
    String pem = pem("PUBLIC KEY", keys.getPublic().getEncoded());
    byte[] hint = Sha256.digest().digest(pem.getBytes(StandardCharsets.US_ASCII));
    material(bundle).putObject("publicKey").put("hint", HexFormat.of().formatHex(hint));
    return Files.writeString(file, bundle.toString());
  }

  /// Signs the statement and writes a bundle with certificates.
  public Path write(Path file, ObjectNode statement, byte[]... certificates) throws IOException {
    ObjectNode bundle = bundle(sealed(statement));
    addCertificates(bundle, certificates);
    return Files.writeString(file, bundle.toString());
  }

  /// Adds certificates to a bundle, starting with the certificate of the key.
  public static void addCertificates(ObjectNode bundle, byte[]... certificates) {
    ArrayNode chain = material(bundle).putObject("x509CertificateChain").putArray("certificates");
    for (byte[] certificate : certificates) {
      chain.addObject().put("rawBytes", Base64.getEncoder().encodeToString(certificate));
    }
  }

  public static ObjectNode material(ObjectNode bundle) {
    return (ObjectNode) bundle.get("verificationMaterial");
  }

  /// Returns a bundle without information about its key.
  public ObjectNode bundle(byte[] statement) {
    byte[] head =
        "DSSEv1 %d %s %d ".formatted(IN_TOTO.length(), IN_TOTO, statement.length).getBytes();
    byte[] message = Arrays.copyOf(head, head.length + statement.length);
    System.arraycopy(statement, 0, message, head.length, statement.length);
    ObjectNode bundle =
        JSON.createObjectNode().put("mediaType", "application/vnd.dev.sigstore.bundle.v0.3+json");
    bundle.putObject("verificationMaterial").putArray("tlogEntries");
    bundle
        .putObject("dsseEnvelope")
        .put("payloadType", IN_TOTO)
        .put("payload", Base64.getEncoder().encodeToString(statement))
        .putArray("signatures")
        .addObject()
        .put("sig", Base64.getEncoder().encodeToString(sign(message)));
    return bundle;
  }

  // The parts of ASN.1 that certificates need.

  /// An extension of a certificate.
  public record Extension(String oid, byte[] value, boolean critical) {

    public Extension(String oid, byte[] value) {
      this(oid, value, false);
    }
  }

  public static final Extension AUTHORITY =
      new Extension("2.5.29.19", der(0x30, der(0x01, new byte[] {-1})));

  public static final Extension FOR_SIGNATURES =
      new Extension("2.5.29.15", der(0x03, new byte[] {7, (byte) 0x80}));

  /// Returns the subject alternative name of a certificate: a mail address.
  public static Extension mail(String address) {
    return new Extension("2.5.29.17", der(0x30, der(0x81, address.getBytes())));
  }

  /// Returns the name constraints of an authority: only mail addresses of a host.
  public static Extension onlyMailOf(String host) {
    byte[] permitted = der(0xa0, der(0x30, der(0x81, host.getBytes())));
    return new Extension("2.5.29.30", der(0x30, permitted), true);
  }

  /// Returns the issuer extension of a Sigstore certificate.
  public static Extension issuer(String address) {
    return new Extension("1.3.6.1.4.1.57264.1.8", der(0x0c, address.getBytes()));
  }

  /// Returns a certificate for a key, signed by this key.
  public byte[] certify(
      String issuer, String subject, PublicKey key, Instant begin, Instant end, Extension... more) {
    byte[][] extensions =
        Arrays.stream(more)
            .map(each -> der(0x30, oid(each.oid), critical(each), der(0x04, each.value)))
            .toArray(byte[][]::new);
    byte[] signedWith = der(0x30, oid("1.2.840.10045.4.3.2"));
    byte[] body =
        der(
            0x30,
            der(0xa0, der(0x02, new byte[] {2})),
            der(0x02, new byte[] {1}),
            signedWith,
            name(issuer),
            der(0x30, time(begin), time(end)),
            name(subject),
            key.getEncoded(),
            der(0xa3, der(0x30, extensions)));
    byte[] zero = {0};
    return der(0x30, body, signedWith, der(0x03, zero, sign(body)));
  }

  private static byte[] critical(Extension extension) {
    return extension.critical ? der(0x01, new byte[] {-1}) : new byte[0];
  }

  private static byte[] name(String common) {
    return der(0x30, der(0x31, der(0x30, oid("2.5.4.3"), der(0x0c, common.getBytes()))));
  }

  private static byte[] time(Instant time) {
    DateTimeFormatter format = DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'");
    return der(0x18, format.withZone(ZoneOffset.UTC).format(time).getBytes());
  }

  private static byte[] oid(String text) {
    List<Integer> parts = Arrays.stream(text.split("\\.")).map(Integer::valueOf).toList();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(40 * parts.get(0) + parts.get(1));
    for (int part : parts.subList(2, parts.size())) {
      for (int shift = 28; shift >= 0; shift -= 7) {
        if (part >> shift > 0 || shift == 0) {
          bytes.write(part >> shift & 0x7f | (shift > 0 ? 0x80 : 0));
        }
      }
    }
    return der(0x06, bytes.toByteArray());
  }

  private static byte[] der(int type, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    Arrays.stream(parts).forEach(content::writeBytes);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(type);
    if (content.size() >= 0x80) {
      all.write(content.size() >= 0x100 ? 0x82 : 0x81);
    }
    if (content.size() >= 0x100) {
      all.write(content.size() >> 8);
    }
    all.write(content.size());
    all.writeBytes(content.toByteArray());
    return all.toByteArray();
  }
}
