import { createContext, useContext } from 'react'

/** Asks what is to happen with unsent edits, if there are any, then signs out. Supplied by the shell. */
export const SignOutContext = createContext<() => void>(() => {})

export const useSignOut = (): (() => void) => useContext(SignOutContext)
