/** The video page: one column on narrow screens; on wide ones the scores stand beside the video and what people say. */
export const pageClass =
  'grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_24rem]'
export const asideClass =
  'min-w-0 self-start lg:sticky lg:top-[calc(var(--header-height)+1.5rem)] lg:col-start-2 lg:row-span-2 lg:row-start-1'
export const mainClass = 'grid min-w-0 grid-cols-[minmax(0,1fr)] content-start'
export const wideClass = 'min-w-0 lg:col-span-2'
