/// Adapters: LoRA and its kin. What each module of one adds to a weight, how much of its rank is
/// used, and which base it fits.
///
/// Main types: [io.github.tensorloupe.adapter.Adapter] (all modules of a file),
/// [io.github.tensorloupe.adapter.AdapterModule] (one, by its headers),
/// [io.github.tensorloupe.adapter.AdapterScan] (measures modules and pairs),
/// [io.github.tensorloupe.adapter.BaseNames] (the weight that a module changes),
/// [io.github.tensorloupe.adapter.AdapterSummary] and
/// [io.github.tensorloupe.adapter.AdapterComparison] (the answers),
/// [io.github.tensorloupe.adapter.ModuleNotes] (remarks on modules),
/// [io.github.tensorloupe.adapter.FitReason] (why it does not fit).
///
/// The endings of tensor names are in `Factor`; `DeltaPlan` says by the shapes of the factors what
/// they make: a `Delta`, which gives rows, a norm and singular values without being formed.
///
/// May use: `text`, `format`, `work`, `element`, `model`, `identify`, `analysis.layers`.
package io.github.tensorloupe.adapter;
