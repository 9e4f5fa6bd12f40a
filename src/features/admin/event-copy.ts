export const EVENTS = {
  stop: '管理者として中止する',
  stopAsk: 'このイベントを中止しますか？',
  stopBody: '参加予定の人に中止を、主催者には理由も知らせます。元に戻すことはできません。',
  stopYes: '中止する',
  stopped: 'イベントを中止しました。',
}
