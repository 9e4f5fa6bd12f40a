import { untilStaying } from '#platform/leaving.ts'

/** Why a question has no answer. offline: none came, or it broke off · signed_out: it was not asked, for whoever asks is not signed in any more. */
export class NoAnswer extends Error {
  readonly code: 'offline' | 'timeout' | 'signed_out'
  constructor(code: NoAnswer['code'], cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

/**
 * What `send` is answered, read to its end by `read`. Throws NoAnswer, having told `reached`; what came is not told, because it may be the page of a captive
 * portal: whoever reads it tells.
 */
export async function wholeAnswer<Body>(
  send: () => Promise<Response>,
  read: (answer: Response) => Promise<Body>,
  reached: (reached: boolean) => void,
): Promise<{ answer: Response; body: Body }> {
  try {
    const answer = await send()
    return { answer, body: await read(answer) }
  } catch (error) {
    await untilStaying()
    reached(false)
    // Chrome before 124 calls a timeout an abort; nothing else aborts these requests
    const isLate = error instanceof DOMException && /^(Timeout|Abort)Error$/.test(error.name)
    throw new NoAnswer(isLate ? 'timeout' : 'offline', error)
  }
}
