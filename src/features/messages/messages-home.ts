/** Where the list of conversations stands; each conversation is below it. */
export type MessagesHome = '/messages' | '/premium/messaging'
