/** Where what a person decided could not be kept on the device, and nothing else can be said of it. */
export const NOT_STORED = '端末に保存できませんでした。空き容量を確かめて、もう一度お試しください。'
