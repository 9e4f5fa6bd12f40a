/** Notes what these objects have of their own; what is answered brings them back to it. */
export function noteAsFound(objects: readonly object[]): () => void {
  const found = objects.map((object) => [object, Object.getOwnPropertyDescriptors(object)] as const)
  return () => {
    for (const [object, properties] of found) {
      for (const name of Reflect.ownKeys(object))
        if (!Object.hasOwn(properties, name)) Reflect.deleteProperty(object, name)
      Object.defineProperties(object, properties)
    }
  }
}
