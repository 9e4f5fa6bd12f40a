/**
 * What Cache Storage takes. Hazard: it refuses every 206, and PostgREST answers so where a list goes on; what is asked by `limit` and `offset` is whole for its
 * address, so it is stored as 200.
 */
export const storable = (answer: Response): Response =>
  answer.status === 206 ? new Response(answer.body, { status: 200, headers: answer.headers }) : answer
