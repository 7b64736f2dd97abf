/**
 * The document at `/web/help`, where the help was before it became a guide inside the page: whoever has its address gets there.
 */
export const helpPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Thicket: help</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0; url=./#/guide">
</head>
<body>
<main><h1><a href="./#/guide">Thicket: help</a></h1></main>
</body>
</html>
`
