import * as v from 'valibot'
import type { SealKeyServer } from '#sync/seal/seal-key.ts'
import type { Rest } from '../rest.ts'
import type { Arguments, FunctionPath } from '#database/server-row.ts'

const KeyAnswer = v.nullable(v.object({ user_id: v.string(), handle: v.string(), public_key: v.string() }))
const PrivateAnswer = v.nullable(v.object({ user_id: v.string(), private_key: v.string() }))

/** The account's seal keys on the server. What is answered for another account, because somebody else has signed in meanwhile, counts as no answer. */
export function sealKeyServer(rest: Rest, userId: string): SealKeyServer {
  const ask = async <Asked extends FunctionPath, Answer extends { user_id: string } | null>(
    path: Asked,
    schema: v.GenericSchema<unknown, Answer>,
    body: Arguments[Asked],
  ): Promise<Answer> => {
    const answer = v.parse(schema, (await rest(path, { body, asPerson: true })).body)
    if (answer !== null && answer.user_id !== userId) throw new Error('the keys of another account')
    return answer
  }
  return {
    sealKey: async (offered) => {
      const offer = offered && { offered_public: offered.publicKey, offered_private: offered.privateKey }
      const answer = await ask('rpc/seal_key', KeyAnswer, offer ?? {})
      return answer && { handle: answer.handle, publicKey: answer.public_key }
    },
    privateKey: async () => (await ask('rpc/unseal_key', PrivateAnswer, {}))?.private_key ?? null,
  }
}
