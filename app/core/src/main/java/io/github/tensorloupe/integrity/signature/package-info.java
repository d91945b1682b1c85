/// Signatures on the files of a model, as the OpenSSF model-signing format keeps them in
/// `model.sig`: a Sigstore bundle with a DSSE envelope around an in-toto statement. Hashes no files
/// and asks nothing over a network.
///
/// Main types: [io.github.tensorloupe.integrity.signature.SignedModel] (a signature and the files
/// it is on), [io.github.tensorloupe.integrity.signature.Signer] (who made it, as far as the
/// [io.github.tensorloupe.integrity.signature.TrustedKeys] tell),
/// [io.github.tensorloupe.integrity.signature.ModelStatement] (the hashes that it vouches for).
///
/// May use: `text`, `format`, `work`, `model`.
package io.github.tensorloupe.integrity.signature;
