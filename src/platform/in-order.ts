type InOrder = <Result>(subject: object, act: () => Promise<Result>) => Promise<Result>

/**
 * One after the other, for each subject, in the order of the calls: a fast second press never lands first, and knows what the first did. What fails holds up
 * nothing.
 */
export function createOrder(): InOrder {
  const last = new WeakMap<object, Promise<unknown>>()
  return (subject, act) => {
    const before = last.get(subject) ?? Promise.resolve()
    const done = before.catch(() => {}).then(act)
    last.set(subject, done)
    return done
  }
}
