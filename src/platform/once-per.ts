/**
 * The same thing for the same owner, made when it is first needed: a screen that is shown again paints at
 * once what it showed before.
 */
export function oncePer<Owner extends object, Made>(make: (owner: Owner) => Made): (owner: Owner) => Made {
  const known = new WeakMap<Owner, { made: Made }>()
  return (owner) => {
    const held = known.get(owner) ?? { made: make(owner) }
    known.set(owner, held)
    return held.made
  }
}
