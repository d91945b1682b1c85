/// Adapters (LoRA and related methods): the changes of weights, their effective ranks, and the fit
/// to a base.
///
/// Main types: [io.github.tensorloupe.adapter.Adapter] (the modules of a file),
/// [io.github.tensorloupe.adapter.AdapterModule] (one adapted layer),
/// [io.github.tensorloupe.adapter.AdapterScan] (measures modules and pairs),
/// [io.github.tensorloupe.adapter.BaseNames] (finds the weight that a module changes),
/// [io.github.tensorloupe.adapter.AdapterSummary] and
/// [io.github.tensorloupe.adapter.AdapterComparison] (results),
/// [io.github.tensorloupe.adapter.ModuleNotes] (remarks about modules),
/// [io.github.tensorloupe.adapter.FitReason] (the reason why an adapter does not fit).
///
/// `Factor` parses tensor names. `DeltaPlan` derives a `Delta` from the shapes of the factors. A
/// `Delta` computes rows, norm and singular values without the full matrix.
///
/// May use: `text`, `format`, `work`, `element`, `model`, `identify`, `analysis.layers`, `json`.
package io.github.tensorloupe.adapter;
