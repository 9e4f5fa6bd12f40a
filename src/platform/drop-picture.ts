/**
 * Takes a picture that could not be shown out of what the worker keeps, so that it is asked for anew.
 * Hazard: where another origin tells no type, the worker may have kept the page of a proxy as a picture
 * (sw/storable.ts).
 */
export async function dropPicture(address: string): Promise<void> {
  if (typeof caches === 'undefined') return
  const names = await caches.keys().catch(() => [])
  const drop = async (name: string): Promise<boolean> => (await caches.open(name)).delete(address)
  await Promise.allSettled(names.map(drop))
}
