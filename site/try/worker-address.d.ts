/** The address of the bundle of a worker, as Vite gives it. */
declare module '*?worker&url' {
  const address: string;
  export default address;
}
