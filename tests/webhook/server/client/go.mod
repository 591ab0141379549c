module climits.test/client

go 1.19
