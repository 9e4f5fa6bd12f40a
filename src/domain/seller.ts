/** Who sells here, as the Act on Specified Commercial Transactions wants it told; null is told on request. */
export type Seller = Record<'name' | 'representative' | 'address' | 'phone' | 'email', string | null>
