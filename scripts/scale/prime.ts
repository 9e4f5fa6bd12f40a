/** The largest prime number that is not above `limit` (at least 2). */
export function largestPrimeUpTo(limit: number): number {
  for (let candidate = limit; candidate > 2; candidate--) if (isPrime(candidate)) return candidate
  return 2
}

function isPrime(number: number): boolean {
  if (number < 2) return false
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) return false
  return true
}
