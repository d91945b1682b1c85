/// Signatures on the files of a model in the OpenSSF model-signing format, stored in `model.sig`: a
/// Sigstore bundle with a DSSE envelope around an in-toto statement. Hashes no files and sends no
/// network requests.
///
/// Main types: [io.github.tensorloupe.integrity.signature.SignedModel] (a signature and the files
/// that it covers), [io.github.tensorloupe.integrity.signature.Signer] (the signer, as far as the
/// [io.github.tensorloupe.integrity.signature.TrustedKeys] identify it),
/// [io.github.tensorloupe.integrity.signature.ModelStatement] (the signed hashes).
///
/// May use: `text`, `format`, `work`, `model`.
package io.github.tensorloupe.integrity.signature;
