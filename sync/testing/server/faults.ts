/**
 * What can be planted into the model, for tests of tests only. Each is a mistake that a server could make.
 * no_xmin_guard: a pull goes past open transactions · checkpoint_by_timestamp: versions are times of writing, and nothing guards them · no_revocations:
 * what can no longer be seen is not told · last_writer_by_arrival: a push replaces instead of joining · dedupe_removed: a repeated message is stored
 * again · epoch_missing: a restored copy and a change of premium begin no epoch · epoch_ignored: a checkpoint of another epoch is taken as it is ·
 * clamp_removed: times in the future are taken as they are · seq_by_client_order: messages are numbered by the sender's clock · own_rows_unchecked: a
 * push may write rows of other people · refused_row_throws: one refused row fails the whole push · acknowledged_before_commit: a push answers before
 * it has committed, and `restart()` loses it · held_back_missing: nobody is told that rows wait · blocked_not_hidden: a block does not hide rows.
 */
export type ServerFault =
  | 'no_xmin_guard'
  | 'checkpoint_by_timestamp'
  | 'no_revocations'
  | 'last_writer_by_arrival'
  | 'dedupe_removed'
  | 'epoch_missing'
  | 'epoch_ignored'
  | 'clamp_removed'
  | 'seq_by_client_order'
  | 'own_rows_unchecked'
  | 'refused_row_throws'
  | 'acknowledged_before_commit'
  | 'held_back_missing'
  | 'blocked_not_hidden'
