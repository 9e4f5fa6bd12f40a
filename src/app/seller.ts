import type { Seller } from '#domain/seller.ts'

const told = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

/** As told at the build; see docs/deploy.md. */
export const SELLER: Seller = {
  name: told(import.meta.env['VITE_SELLER_NAME']),
  representative: told(import.meta.env['VITE_SELLER_REPRESENTATIVE']),
  address: told(import.meta.env['VITE_SELLER_ADDRESS']),
  phone: told(import.meta.env['VITE_SELLER_PHONE']),
  email: told(import.meta.env['VITE_SELLER_EMAIL']),
}
