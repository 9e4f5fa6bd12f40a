/**
 * What stood in the fields of a screen that has failed, to be read and copied; and that it may have been
 * sent.
 */
export function WrittenTexts({ texts }: { texts: readonly string[] }) {
  return (
    <section className="mx-auto grid max-w-md gap-3 text-sm">
      <h2 className="text-base">入力していた内容</h2>
      <p>送信中だった内容は、届いていることがあります。再読み込みして確かめてから、送り直してください。</p>
      {texts.map((text, index) => (
        // They have no other name than their place
        <p key={index} className="rounded-lg bg-sunken p-3 wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      ))}
    </section>
  )
}
