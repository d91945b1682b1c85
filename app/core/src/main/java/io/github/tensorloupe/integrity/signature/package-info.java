/// Signatures of models in the OpenSSF model-signing format. The file `model.sig` is a Sigstore
/// bundle with a DSSE envelope around an in-toto statement. Hashes no files and sends no network
/// requests.
///
/// Main types: [io.github.tensorloupe.integrity.signature.SignedModel],
/// [io.github.tensorloupe.integrity.signature.Signer],
/// [io.github.tensorloupe.integrity.signature.TrustedKeys],
/// [io.github.tensorloupe.integrity.signature.ModelStatement].
///
/// May use: `text`, `format`, `work`, `model`.
package io.github.tensorloupe.integrity.signature;
