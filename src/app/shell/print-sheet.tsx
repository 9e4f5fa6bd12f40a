import address from '../../styles/print.css?url'

/**
 * The styles of paper, of every screen. They come with what waits until the page rests: the document has no
 * room for them.
 */
export const PrintSheet = () => <link rel="stylesheet" href={address} media="print" />
