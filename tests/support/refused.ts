/** Did the server refuse, or find no row that may be touched? Ask for the rows (`select()`), or a success looks like nothing. */
export const isRefused = ({ error, data }: { error: unknown; data: unknown }): boolean =>
  error !== null || (Array.isArray(data) && data.length === 0)
