package io.github.tensorloupe.integrity.signature;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Sentence;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;

/// The result of verifying a signature without network access.
///
/// @param sentence the description of the signer and of checks that were not possible
/// @param sentenceIfModified the variant of `sentence` for a model that differs from the signed
///   list
public record Signer(Standing standing, Sentence sentence, Sentence sentenceIfModified) {

  public enum Standing {
    TRUSTED,
    /// No fault was found, but the user trusts no keys or certificates.
    UNCHECKED,
    /// The signature is invalid, or not made with a trusted key or certificate.
    REFUSED
  }

  private static final int MAX_NAME_CHARS = 200;
  private static final Pattern FINGERPRINT = Pattern.compile("[0-9a-fA-F]{64}");
  private static final int DIGITAL_SIGNATURE = 0;
  private static final int CERTIFICATE_SIGNING = 5;
  private static final String CODE_SIGNING = "1.3.6.1.5.5.7.3.3";
  private static final String NAME_CONSTRAINTS = "2.5.29.30";

  /// The extensions of Sigstore certificates for the identity provider, as an ASN.1 string and as
  /// plain text.
  private static final String ISSUER = "1.3.6.1.4.1.57264.1.8";

  private static final String ISSUER_TEXT = "1.3.6.1.4.1.57264.1.1";

  /// Creates a signer that is not trusted.
  public Signer(Standing standing, Sentence sentence) {
    this(standing, sentence, sentence);
  }

  /// Verifies a signature. If the user trusts keys or certificates, a signature that they do not
  /// confirm is refused.
  public static Signer of(SignatureBundle bundle, TrustedKeys trust) {
    Predicate<PublicKey> signedBy = bundle.signedBy();
    for (PublicKey key : trust.keys()) {
      if (signedBy.test(key)) {
        String fingerprint = TrustedKeys.fingerprint(key);
        Sentence name = Sentence.of("the key you trust (SHA-256 of the key: {0})", fingerprint);
        return trusted(name, Optional.empty());
      }
    }
    List<X509Certificate> chain = bundle.certificates();
    Optional<PublicKey> key =
        chain.isEmpty() ? bundle.key() : Optional.of(chain.getFirst().getPublicKey());
    if (key.isPresent() && !signedBy.test(key.get())) {
      return refused(
          Sentence.of(
              "The signature is not valid: the list of files was changed after signing, or the key"
                  + " in it is a different key or of an unsupported kind."));
    }
    if (!chain.isEmpty() && !trust.certificates().isEmpty()) {
      return byCertificate(chain, trust.certificates());
    }
    if (!trust.keys().isEmpty()) {
      return refused(
          Sentence.of(
              "The signature does not verify with the key you trust: it was made with another key"
                  + " or method, or the list of files was changed after signing."));
    }
    Sentence shown = chain.isEmpty() ? ofKey(bundle) : ofCertificate(chain.getFirst());
    return new Signer(trust.isEmpty() ? Standing.UNCHECKED : Standing.REFUSED, shown);
  }

  private static Signer trusted(Sentence name, Optional<Sentence> remark) {
    Sentence sentence = Sentence.of("Signed by {0}.", name);
    Sentence ofList = Sentence.of("The list of files was signed by {0}.", name);
    return new Signer(
        Standing.TRUSTED,
        remark.map(sentence::then).orElse(sentence),
        remark.map(ofList::then).orElse(ofList));
  }

  private static Signer refused(Sentence sentence) {
    return new Signer(Standing.REFUSED, sentence);
  }

  private static Sentence ofKey(SignatureBundle bundle) {
    if (bundle.key().isPresent()) {
      return Sentence.of(
          "The signature is valid for the key in the file (SHA-256 of the key: {0}), but that key"
              + " was not checked: name it with --public-key.",
          TrustedKeys.fingerprint(bundle.key().get()));
    }
    // The hint is untrusted text, which could look like a message of the program.
    return FINGERPRINT.matcher(bundle.hint()).matches()
        ? Sentence.of(
            "The signature was not checked: its key is not in the file. Name the key with the"
                + " SHA-256 {0} with --public-key.",
            bundle.hint())
        : Sentence.of(
            "The signature was not checked: its key is not in the file. Name it with"
                + " --public-key.");
  }

  private static Sentence ofCertificate(X509Certificate certificate) {
    Optional<String> issuer = issuer(certificate);
    return issuer.isPresent()
        ? Sentence.of(
            "The signature is valid for the certificate in the file, which says: {0}, known to {1}."
                + " Not checked, as that needs a network: whether Sigstore issued the certificate,"
                + " its log, and the time.",
            name(certificate), issuer.get())
        : Sentence.of(
            "The signature is valid for the certificate in the file, which says: {0}. Its issuer"
                + " was not checked: name the certificate of the issuer with --certificate-chain.",
            name(certificate));
  }

  /// Verifies a certificate like the reference tool: the chain must be valid at the start of the
  /// certificate's validity, and the certificate must be intended for signatures.
  private static Signer byCertificate(
      List<X509Certificate> chain, List<X509Certificate> authorities) {
    X509Certificate certificate = chain.getFirst();
    String name = name(certificate);
    try {
      if (!authorities.contains(certificate)) {
        requireChain(chain, authorities);
      }
      if (!isForSignatures(certificate)) {
        return refused(Sentence.of("The certificate of {0} is not for signatures.", name));
      }
    } catch (GeneralSecurityException e) {
      return refused(
          Sentence.of(
              "The certificate of {0} does not chain to a certificate you trust, or a certificate"
                  + " in the chain was not valid at that time or does not permit this signer.",
              name));
    }
    Optional<String> issuer = issuer(certificate);
    if (issuer.isPresent()) {
      return refused(
          Sentence.of(
              "The certificate says: {0}, known to {1}, and chains to a certificate you trust. But"
                  + " that authority issues certificates for a few minutes to everyone, and the log"
                  + " that records the time was not checked, because that needs a network.",
              name, issuer.get()));
    }
    return trusted(
        Sentence.of("{0}, whose certificate chains to one you trust", name), validity(certificate));
  }

  /// Returns a remark if a certificate is expired or not yet valid, or empty if it is valid. An
  /// expired certificate is not refused, because a signature does not contain the signing time.
  private static Optional<Sentence> validity(X509Certificate certificate) {
    Instant now = Instant.now();
    if (now.isAfter(certificate.getNotAfter().toInstant())) {
      return Optional.of(
          Sentence.of(
              "The certificate expired on {0}; whether the signature is older was not checked.",
              day(certificate.getNotAfter())));
    }
    return now.isBefore(certificate.getNotBefore().toInstant())
        ? Optional.of(
            Sentence.of(
                "The certificate is not valid before {0}.", day(certificate.getNotBefore())))
        : Optional.empty();
  }

  private static String day(Date moment) {
    return LocalDate.ofInstant(moment.toInstant(), ZoneOffset.UTC).toString();
  }

  private static void requireChain(List<X509Certificate> chain, List<X509Certificate> authorities)
      throws GeneralSecurityException {
    X509CertSelector target = new X509CertSelector();
    target.setCertificate(chain.getFirst());
    Date begin = chain.getFirst().getNotBefore();
    Set<X509Certificate> all = new LinkedHashSet<>(chain);
    all.addAll(authorities);
    GeneralSecurityException failure = new CertificateException("none may vouch for others");
    for (X509Certificate authority : authorities) {
      if (canSignCertificates(authority, begin) && !isIssuedByOneOf(authorities, authority)) {
        PKIXBuilderParameters parameters =
            new PKIXBuilderParameters(Set.of(new TrustAnchor(authority, null)), target);
        parameters.setRevocationEnabled(false);
        parameters.setDate(begin);
        parameters.setMaxPathLength(authority.getBasicConstraints());
        parameters.addCertStore(
            CertStore.getInstance("Collection", new CollectionCertStoreParameters(all)));
        try {
          CertPath path = CertPathBuilder.getInstance("PKIX").build(parameters).getCertPath();
          requirePermittedNames(path, authority);
          return;
        } catch (CertPathBuilderException | CertificateException e) {
          failure = e;
        }
      }
    }
    throw failure;
  }

  /// Returns true if the issuer of a certificate is also trusted. Then the chain must end at that
  /// issuer, whose constraints apply as well.
  private static boolean isIssuedByOneOf(
      List<X509Certificate> authorities, X509Certificate certificate) {
    return !isSelfIssued(certificate)
        && authorities.stream()
            .map(X509Certificate::getSubjectX500Principal)
            .anyMatch(certificate.getIssuerX500Principal()::equals);
  }

  private static boolean isSelfIssued(X509Certificate certificate) {
    return certificate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal());
  }

  /// Checks the names in a chain against the name constraints of its trust anchor, which
  /// [CertPathBuilder] does not support.
  private static void requirePermittedNames(CertPath path, X509Certificate anchor)
      throws CertificateException {
    byte[] constraints = anchor.getExtensionValue(NAME_CONSTRAINTS);
    if (constraints == null) {
      return;
    }
    X509CertSelector permitted = new X509CertSelector();
    try {
      permitted.setNameConstraints(content(constraints));
    } catch (IOException e) {
      throw new CertificateException(e);
    }
    Certificate target = path.getCertificates().getFirst();
    for (Certificate each : path.getCertificates()) {
      boolean isExempt = !each.equals(target) && isSelfIssued((X509Certificate) each);
      if (!isExempt && !permitted.match(each)) {
        throw new CertificateException("a name is not permitted");
      }
    }
  }

  /// Returns true if a certificate may sign other certificates. Java does not check trust anchors.
  private static boolean canSignCertificates(X509Certificate authority, Date moment) {
    boolean[] usage = authority.getKeyUsage();
    return authority.getBasicConstraints() >= 0
        && !authority.hasUnsupportedCriticalExtension()
        && (usage == null || usage[CERTIFICATE_SIGNING])
        && !moment.before(authority.getNotBefore())
        && !moment.after(authority.getNotAfter());
  }

  private static boolean isForSignatures(X509Certificate certificate) throws CertificateException {
    boolean[] usage = certificate.getKeyUsage();
    List<String> purposes = certificate.getExtendedKeyUsage();
    return usage != null && usage[DIGITAL_SIGNATURE]
        || purposes != null && purposes.contains(CODE_SIGNING);
  }

  /// Returns the email address or URI in a certificate, or its subject if there is neither.
  private static String name(X509Certificate certificate) {
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      for (List<?> each : names == null ? List.<List<?>>of() : names) {
        if (each.get(1) instanceof String name) {
          return shown(name);
        }
      }
    } catch (CertificateParsingException e) {
      // Falls back to the subject.
    }
    return shown(certificate.getSubjectX500Principal().getName());
  }

  /// Returns the identity provider in a Sigstore certificate, or empty for other certificates.
  private static Optional<String> issuer(X509Certificate certificate) {
    byte[] string = certificate.getExtensionValue(ISSUER);
    byte[] text = string == null ? certificate.getExtensionValue(ISSUER_TEXT) : content(string);
    return Optional.ofNullable(text)
        .map(value -> shown(new String(content(value), StandardCharsets.UTF_8)));
  }

  /// Returns the content of an ASN.1 value, without its type and length.
  private static byte[] content(byte[] value) {
    boolean isLong = value.length > 1 && value[1] < 0;
    int begin = Math.min(value.length, isLong ? 2 + (value[1] & 0x7f) : 2);
    return Arrays.copyOfRange(value, begin, value.length);
  }

  /// Quotes text from a certificate, so that it does not look like a message of the program.
  private static String shown(String text) {
    return '"' + DisplayText.of(text, MAX_NAME_CHARS).replace('"', '\'') + '"';
  }
}
