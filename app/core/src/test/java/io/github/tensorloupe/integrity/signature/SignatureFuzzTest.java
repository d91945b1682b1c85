package io.github.tensorloupe.integrity.signature;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.integrity.signature.ModelStatement.Piece;
import io.github.tensorloupe.integrity.signature.Signer.Standing;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.testing.Damage;
import io.github.tensorloupe.testing.FuzzInput;
import io.github.tensorloupe.testing.FuzzTest;
import io.github.tensorloupe.testing.Signing;
import io.github.tensorloupe.work.Cancellation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Damaged signatures are refused with a sentence, are not trusted, or still cover the same list of
/// files. No list leads out of the folder of the model, regardless of its signer.
class SignatureFuzzTest extends FuzzTest {

  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant END = BEGIN.plusSeconds(86_400);

  private static final String[] NAMES = {
    "../x",
    "/x",
    "a/../../x",
    "deep/../a.safetensors",
    "deep/..",
    "..",
    ".",
    "",
    "C:\\x",
    "x\0",
    "a.safetensors",
    "deep//b.bin",
    "new\nline",
    ".git/x"
  };

  private static final String[] ENDS = {"", ":0:5", ":5:9", ":3:5", ":5:5", ":9:0", ":0:1e9"};
  private static final byte[] NONE = {};

  private final Signing authority = Signing.p256();
  private final Signing signing = Signing.p256();
  private final Signing stranger = Signing.p256();
  private Path folder;
  private Path signature;
  private List<ObjectNode> statements;
  private byte[] certificate;
  private byte[] certificateOfStranger;
  private TrustedKeys keys;
  private TrustedKeys authorities;

  @Override
  protected int rounds() {
    return 250;
  }

  private void makeModel() throws Exception {
    if (folder == null) {
      folder = Files.createDirectories(scratch().resolve("model"));
      signature = folder.resolve(SignedModel.FILE_NAME);
      Files.createDirectory(folder.resolve("deep"));
      for (String name : List.of("a.safetensors", "deep/b.bin")) {
        Files.writeString(folder.resolve(name), name);
      }
      statements =
          List.of(
              Signing.statement(folder, "a.safetensors", "deep/b.bin"),
              Signing.sharded(folder, 5, "a.safetensors", "deep/b.bin"));
      byte[] own =
          authority.certify(
              "top", "top", authority.keys().getPublic(), BEGIN, END, Signing.AUTHORITY);
      certificate = certificate(authority, signing);
      certificateOfStranger = certificate(stranger, stranger);
      keys = new TrustedKeys(List.of(signing.keys().getPublic()), List.of());
      List<X509Certificate> top = TrustedKeys.certificates(new ByteArrayInputStream(own));
      authorities = new TrustedKeys(List.of(), top);
    }
  }

  private static byte[] certificate(Signing by, Signing of) {
    return by.certify(
        "top",
        "signer",
        of.keys().getPublic(),
        BEGIN,
        END,
        Signing.FOR_SIGNATURES,
        Signing.mail("signer@example.org"));
  }

  @Override
  protected void check(FuzzInput input) throws Exception {
    makeModel();
    Optional<byte[]> shown = input.nextBoolean() ? Optional.of(certificate) : Optional.empty();
    TrustedKeys trust = shown.isPresent() ? authorities : keys;
    ObjectNode list = input.oneOf(statements.get(0), statements.get(1)).deepCopy();
    byte[] statement = Signing.sealed(list);
    switch (input.nextInt(7)) {
      case 0 -> {
        byte[] bundle = bundle(signing, statement, shown);
        expectNothingElseTrusted(Damage.json(bundle, input), statement, trust);
      }
      case 1 -> {
        byte[] bundle = bundle(signing, statement, shown);
        byte[] damaged = input.hasRest() ? input.rest() : Damage.done(bundle, 2, input);
        expectNothingElseTrusted(damaged, statement, trust);
      }
      case 2 -> {
        ObjectNode bundle = signing.bundle(statement);
        String changed = Base64.getEncoder().encodeToString(Damage.json(statement, input));
        ((ObjectNode) bundle.get("dsseEnvelope")).put("payload", changed);
        expectNothingElseTrusted(text(bundle), statement, keys);
      }
      case 3 -> {
        byte[] changed = Damage.done(certificate, 1 + input.nextInt(3), input);
        byte[] bundle = bundle(signing, statement, Optional.of(changed));
        expectNothingElseTrusted(bundle, statement, authorities);
      }
      case 4 -> {
        byte[] foreign = bundle(stranger, statement, Optional.of(certificateOfStranger));
        expectNothingElseTrusted(Damage.json(foreign, input), NONE, trust);
      }
      case 5 -> {
        String name = input.oneOf(NAMES) + input.oneOf(ENDS);
        ((ObjectNode) Signing.resources(list).path(input.nextInt(2))).put("name", name);
        byte[] changed = Signing.sealed(list);
        expectNothingElseTrusted(bundle(signing, changed, Optional.empty()), changed, keys);
      }
      default -> {
        byte[] changed = Damage.json(statement, input);
        expectNothingElseTrusted(bundle(signing, changed, Optional.empty()), changed, keys);
      }
    }
  }

  @Test
  void unmodifiedSignatureIsTrusted() throws Exception {
    makeModel();
    for (ObjectNode list : statements) {
      byte[] statement = Signing.sealed(list);
      Files.write(signature, bundle(signing, statement, Optional.of(certificate)));
      SignedModel model = SignedModel.read(signature, folder);

      assertThat(List.of(keys, authorities))
          .allMatch(trust -> Signer.of(model.bundle(), trust).standing() == Standing.TRUSTED);
      assertThat(model.unlisted(folder, Cancellation.NEVER).uncovered()).isEmpty();
    }
  }

  private static byte[] text(ObjectNode bundle) {
    return bundle.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] bundle(Signing by, byte[] statement, Optional<byte[]> certificate) {
    ObjectNode bundle = by.bundle(statement);
    certificate.ifPresent(it -> Signing.addCertificates(bundle, it));
    return text(bundle);
  }

  /// @param signed the only list of files for which a signature may be trusted
  private void expectNothingElseTrusted(byte[] bundle, byte[] signed, TrustedKeys trust)
      throws IOException {
    Files.write(signature, bundle);
    SignedModel model;
    try {
      model = SignedModel.read(signature, folder);
    } catch (SentenceException e) {
      assertThat(e.getMessage()).endsWith(".").hasLineCount(1);
      return;
    }
    Signer signer = Signer.of(model.bundle(), trust);
    if (signer.standing() == Standing.TRUSTED) {
      assertThat(model.bundle().statement()).isEqualTo(signed);
    }
    assertThat(Signer.of(model.bundle(), TrustedKeys.NONE).standing())
        .isNotEqualTo(Standing.TRUSTED);
    model.statement().files().forEach((path, pieces) -> expectInside(model, path, pieces));
    assertThat(model.unlisted(folder, Cancellation.NEVER).uncovered())
        .allMatch(file -> file.startsWith(folder));
  }

  private void expectInside(SignedModel model, Path path, List<Piece> pieces) {
    Path file = model.root().resolve(path).normalize();
    assertThat(file.startsWith(folder)).as("%s", file).isTrue();
    assertThat(model.pieces(file)).isEqualTo(pieces).isNotEmpty();
    assertThat(model.name(file)).doesNotContain("\n");
    assertThat(model.isForbiddenLink(file)).isFalse();
    long end = 0;
    for (Piece piece : pieces) {
      assertThat(piece.begin()).isEqualTo(end);
      end = piece.end().orElse(Long.MAX_VALUE);
    }
  }
}
