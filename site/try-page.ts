/** The content of the page "Try it". The program in site/try/ builds the rest. */
export const TRY_PAGE = `<h1>Try it</h1>
<p>Paste puzzles, or choose or drop a file in any of the supported <a href="formats.html">formats</a>. This page solves it with the library, on all processors of your machine. <strong>Nothing leaves your machine</strong>: the page's security policy forbids all connections after loading.</p>
<noscript><p>This page needs JavaScript.</p></noscript>
<div id="try-root"></div>`;
