/** A reason not to start that the person at the keyboard can act on: its message is shown as it is, without a stack trace. */
export class StackRefusal extends Error {
  override readonly name = 'StackRefusal'
}
